/** Patterns such as `distance:D:K`, `orthogonal:M[:normal]` and `grid:{R}x{C}`, and the texts that fit them. */

/**
 * The parameters and variants of a game, or null if the name does not fit the pattern.
 * @param {string} pattern  `distance:D:K`, `connected[:maker-breaker]`
 * @param {string} name  `distance:2:3`
 * @returns {{values: Record<string, string>, flags: Record<string, boolean>} | null}
 */
export function gamePattern(pattern, name) {
  const { fixed, optional } = parts(pattern);
  const words = name.split(':');
  /** @type {Record<string, string>} */
  const values = {};
  /** @type {Record<string, boolean>} */
  const flags = Object.fromEntries(optional.filter((word) => word === word.toLowerCase()).map((word) => [word, false]));
  for (const word of fixed) {
    const given = words.shift();
    if (given === undefined) return null;
    if (word === 'GAME') values[word] = [given, ...words.splice(0)].join(':');
    else if (/^[A-Z]$/.test(word)) values[word] = given;
    else if (word !== given) return null;
  }
  for (const extra of words) {
    if (extra in flags) flags[extra] = true;
    else if (optional.some((word) => word !== word.toLowerCase())) values[optional[0]] = extra;
    else return null;
  }
  return { values, flags };
}

/** @param {string} pattern */
function parts(pattern) {
  const optional = [...pattern.matchAll(/\[:([^\]]+)\]/g)].map((match) => match[1]);
  return { fixed: pattern.replace(/\[[^\]]*\]/g, '').split(':'), optional };
}

/**
 * @param {string} pattern
 * @param {Record<string, string>} values
 * @param {Record<string, boolean>} flags
 */
export function buildGame(pattern, values, flags) {
  const { fixed, optional } = parts(pattern);
  const words = fixed.map((word) => values[word] ?? word);
  for (const word of optional) {
    if (flags[word]) words.push(word);
    else if (values[word]) words.push(values[word]);
  }
  return words.join(':');
}

/**
 * @param {string} template  `grid:{R}x{C}`
 * @param {Record<string, string>} values
 */
export const fillTemplate = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/**
 * The parameters of a text that a template could have made.
 * @param {string} template
 * @param {string} text
 * @returns {Record<string, string> | null}
 */
export function readTemplate(template, text) {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const pattern = template.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(\\d+(?:\\.\\d+)?)');
  const match = new RegExp(`^${pattern}$`).exec(text);
  return match ? Object.fromEntries(names.map((name, i) => [name, match[i + 1]])) : null;
}
