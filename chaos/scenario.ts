import type { Figure } from '../bench/figure.ts'
import type { Ground } from './ground.ts'

/** How much of it: the short form is part of `npm test`; `full` is what takes hours. */
export type Extent = { brief: boolean; full?: boolean }

/** One fault done to the whole product under load, and what must hold while it lasts and afterwards. */
export type Scenario = {
  /** What is done, in one sentence. */
  says: string
  /** How many operations its ground has, when the usual are too few. */
  operations?: number
  /** Why it cannot be driven on this machine; null: it can. */
  lacks?: () => string | null
  run(ground: Ground, extent: Extent): Promise<Figure[]>
}
