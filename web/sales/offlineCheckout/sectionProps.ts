import type { Sale } from './useSale.ts'

/** Props of every section of the form. `problemOf` returns a field's message once it should be shown. */
export type SectionProps = { sale: Sale; problemOf: (field: string) => string | null; idOf: (field: string) => string }
