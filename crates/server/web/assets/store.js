/** One observable object: a change of a key notifies everyone who watches it, once per task. */

/**
 * @template {object} S
 * @param {S} state
 */
export function createStore(state) {
  /** @type {{keys: (keyof S)[], run: () => void}[]} */
  const watchers = [];
  /** @type {Set<keyof S>} */
  const changed = new Set();

  function flush() {
    const keys = new Set(changed);
    changed.clear();
    for (const watcher of watchers) {
      if (watcher.keys.some((key) => keys.has(key))) watcher.run();
    }
  }

  return {
    state,
    /** @param {Partial<S>} patch */
    set(patch) {
      if (changed.size === 0) queueMicrotask(flush);
      for (const key of /** @type {(keyof S)[]} */ (Object.keys(patch))) {
        state[key] = /** @type {S[keyof S]} */ (patch[key]);
        changed.add(key);
      }
    },
    /**
     * @param {(keyof S)[]} keys
     * @param {() => void} run  called after any of the keys was set
     */
    watch(keys, run) {
      watchers.push({ keys, run });
    },
  };
}
