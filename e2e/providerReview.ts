import { atTerminal } from '../server/platform/calls/providerChange.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import type { Database } from '../server/platform/database/database.ts'
import { decideShop, reviewPaper, type ShopVerdict } from '../server/merchants/onboarding/review.ts'

/** What the provider decides about documents and shops, as at its terminal. */
export const rejectPaper = (database: Database, id: string) =>
  atTerminal(database, (db, by) => reviewPaper(db, id, { approved: false, reason: 'illegible', note: null }, { by, now: new Date() }))
export const approvePaper = (database: Database, id: string) =>
  atTerminal(database, (db, by) => reviewPaper(db, id, { approved: true, expiresOn: null }, { by, now: new Date() }))
export const decide = (database: Database, shop: string, verdict: ShopVerdict) =>
  atTerminal(database, (db, by) => decideShop(db, uuidOf(shop) ?? '', verdict, { by, now: new Date() }))
