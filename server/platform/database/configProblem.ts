/** A wrong setting or surrounding: the start stops with this one line and no stack trace. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}
