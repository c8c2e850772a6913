import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Scope } from '../database/scope.ts'

/** The origin of a URL: scheme, host and port; empty for an invalid one. */
export const originOf = (url: string): string => URL.parse(url)?.origin ?? ''

/** Stores the origin of a key holder's callback URL, without waiting: the key may be sent there and to the shop's own website. */
export function recordOrigin(db: Connection, { merchantId, mode }: Scope, { keyId, url }: { keyId: string; url: string }): void {
  db.send(sql`insert into key_origins (merchant_id, mode, key_id, origin) values (${merchantId}, ${mode}, ${keyId}, ${originOf(url)})
    on conflict do nothing`)
}

/** Whether a URL is on the shop's own website, with or without `www.`. The scheme is ignored: live mode requires TLS anyway. */
export function isOnWebsite(url: string, website: string | null): boolean {
  const own = website === null ? null : bareHost(/^https?:\/\//i.test(website) ? website : `https://${website}`)
  return own !== null && own === bareHost(url)
}

const bareHost = (url: string): string | null => URL.parse(url)?.host.replace(/^www\./, '') ?? null
