/**
 * The shapes of what the server sends and of what the page keeps. Only types: nothing here runs.
 *
 * @typedef {{name: string, min: number, max: number, default: number, step?: number}} Parameter
 * @typedef {{name: string, example: string, convention: string, title: string, summary: string, paper: string,
 *   directed: boolean, either: boolean, usual?: boolean, copies: number, parameters: Parameter[]}} GameInfo
 * @typedef {{name: string, pattern: string, summary: string, example: string, directed: boolean,
 *   parameters: Parameter[], template: string}} FamilyInfo
 * @typedef {{name: string, summary: string, source: string, example: string}} StrategyInfo
 *
 * @typedef {[number, number]} Point
 * @typedef {{name: string, order: number, size: number, directed: boolean, edges: [number, number][],
 *   layout: Point[] | null, rows: number | null, connected: boolean}} GraphInfo
 * @typedef {{symbol: string, name: string}} Colour
 * @typedef {{verdict: string, winner: number | null, score?: number | null}} Ending
 * @typedef {{available: number[][], status: (string | null)[]}} DangerMarks
 * @typedef {{line: string, game: string, graph: GraphInfo, convention: string, players: string[], palette: Colour[],
 *   copies: number, cells: number, colouring: number[], turn: number, legal: [number, number[]][],
 *   skip: boolean, names: string[] | null,
 *   over: Ending | null, components: number[][], marks: DangerMarks | null,
 *   asked: {game: string, graph: string}}} Position  `asked`: as it was typed
 *
 * @typedef {'winning' | 'losing' | 'drawing' | 'unknown'} MoveClass
 * @typedef {{move: string, cell: number, colour: number, value: string, whole?: string | null, class: MoveClass, number?: number | null,
 *   mean?: string | null, temperature?: string | null}} MoveValue
 * @typedef {{cells: number[], value: string}} ComponentValue
 * @typedef {{value: string | null, whole?: string | null, kind?: string, outcome: string | null, mean?: string | null, temperature?: string | null,
 *   provenance: string, found: string, complete: boolean, stopped: string | null, known?: string | null}} Answer
 * @typedef {{moves: Map<string, MoveValue>, components: ComponentValue[],
 *   progress: {positions: number, done: number, of: number} | null, early: Answer | null, answer: Answer | null,
 *   running: boolean, waiting: boolean, stopped: boolean, problem: string | null}} Analysis
 *
 * @typedef {{kind: string, label: string, cells: number[]}} Mark
 * @typedef {{case: string | null, text: string, marks: Mark[]}} Explanation
 * @typedef {{move: string, cell: number | null, colour: number, words: string, best: boolean, case?: string | null, escaped?: boolean,
 *   explanation?: Explanation | null}} Reply
 *
 * @typedef {{game: string, graph: string, colouring?: string, turn?: string, layout?: Point[] | null}} Start
 * @typedef {{cell: number, colour: number, best: boolean}} Hint
 * @typedef {{colouring: number[], turn: number, brush: number, problem: string | null}} Edit  a brush of 0 erases
 * @typedef {string} Seat  `human`, `engine`, or the name of a strategy
 */
export {};
