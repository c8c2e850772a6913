import { sql, type Sql } from './sql.ts'

/** SQL condition: the sessions and keys of account `a` are valid. Those of demo accounts are only while demo data is in use. */
export const openAccount = ({ demo }: { demo: boolean }): Sql => sql`(${demo}::boolean or not a.demo)`
