import type { Figure } from '../bench/figure.ts'
import type { Installation } from './installation.ts'

/** The extent: the short form is part of `npm test`; `full` takes hours. */
type Extent = { brief: boolean; full?: boolean }

/** One fault injected into the whole product under load, and the invariants during and after it. */
export type Scenario = {
  /** The fault, in one sentence. */
  says: string
  /** How many operations the installation has, if the default is too few. */
  operations?: number
  /** Why it cannot run on this machine; null: it can. */
  lacks?: () => string | null
  run(installation: Installation, extent: Extent): Promise<Figure[]>
}
