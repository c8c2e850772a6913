/** A defect that would cost money or leak data, and the tests that must fail. */
export type PlantedDefect = {
  name: string
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  caughtBy: readonly string[]
}
