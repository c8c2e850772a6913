import type { Sale } from './useSale.ts'

/** What every part of the form needs. `problemOf` gives a field's sentence once it may be said. */
export type SectionProps = { sale: Sale; problemOf: (field: string) => string | null; idOf: (field: string) => string }
