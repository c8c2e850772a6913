/** A wrong setting or environment: the process exits with this message and no stack trace. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
}

/** The database cannot be reached, for a reason that may pass by itself: it is starting, or its name is not known yet. */
export class DatabaseUnreachable extends ConfigProblem {
  override name = 'DatabaseUnreachable'
}
