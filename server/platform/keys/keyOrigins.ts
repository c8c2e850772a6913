import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Scope } from '../database/scope.ts'

/** Where an address leads: scheme, host and port; empty when it leads nowhere. */
export const originOf = (url: string): string => URL.parse(url)?.origin ?? ''

/** Remembers where the holder of a key wants to hear of an order: there, and at the shop's own website, the key may be shown. Without waiting. */
export function noteOrigin(db: Connection, { merchantId, mode }: Scope, { keyId, url }: { keyId: string; url: string }): void {
  db.send(sql`insert into key_origins (merchant_id, mode, key_id, origin) values (${merchantId}, ${mode}, ${keyId}, ${originOf(url)})
    on conflict do nothing`)
}

/** Whether an address is on the shop's own website, with or without `www.`; its scheme is not looked at, since real mode speaks TLS alone. */
export function isOnWebsite(url: string, website: string | null): boolean {
  const own = website === null ? null : bareHost(/^https?:\/\//i.test(website) ? website : `https://${website}`)
  return own !== null && own === bareHost(url)
}

const bareHost = (url: string): string | null => URL.parse(url)?.host.replace(/^www\./, '') ?? null
