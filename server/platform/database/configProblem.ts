/** A wrong setting or environment: the process exits with this message and no stack trace. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}
