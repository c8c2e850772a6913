import { sql, type Sql } from './sql.ts'

/** Of a row `a` of `accounts`: its people and its keys open something. Those of demo accounts do only while demo data is in use. */
export const openAccount = ({ demo }: { demo: boolean }): Sql => sql`(${demo}::boolean or not a.demo)`
