import { sql, type Sql } from '../database/sql.ts'
import { decrypt, decryptText, encrypt, encryptionKey, encryptText } from './encryption.ts'

// Every secret that the database holds encrypted, to be used for longer than one answer: how, and where.

/** Encrypts a secret for one row, under one of the installation's secrets; `decrypt`: undefined with another one, for another row, or when it was changed. */
export type RowCipher<Stored extends Buffer | string> = {
  encrypt(secret: string, rowId: string, plain: string): Stored
  decrypt(secret: string, rowId: string, stored: Stored): string | undefined
}

const asBytes = (purpose: string): RowCipher<Buffer> => ({
  encrypt: (secret, rowId, plain) => encrypt(encryptionKey(secret, purpose), Buffer.from(plain, 'latin1'), rowId),
  decrypt: (secret, rowId, stored) => decrypt(encryptionKey(secret, purpose), stored, rowId)?.toString('latin1'),
})

const asText = (kind: string): RowCipher<string> => ({
  encrypt: (secret, rowId, plain) => encryptText(secret, `${kind} ${rowId}`, plain),
  decrypt: (secret, rowId, stored) => decryptText(secret, `${kind} ${rowId}`, stored),
})

/** Private keys of shops: ASCII. */
export const keyCipher = asBytes('keys of shops')
/** Signing secrets of shops' webhooks. */
export const webhookCipher = asText('webhook')
/** Signing secrets of the addresses of the provider's own systems. */
export const endpointCipher = asText('provider endpoint')
/** Secrets of authenticator apps, of a person or of the link that sets them up: bytes as latin1. */
export const authenticatorCipher = asBytes('second factor')

/** The settings whose values encrypt stored secrets. */
export type SecretSetting = 'KEY_ENCRYPTION_KEY' | 'SESSION_SECRET'

type Column<Stored extends Buffer | string> = {
  /** In the plural, as people are told. */
  what: string
  /** The same as a field of the provider's log. */
  field: 'shopKeys' | 'webhooks' | 'providerEndpoints' | 'authenticators'
  setting: SecretSetting
  table: Sql
  rowId: Sql
  column: Sql
  cipher: RowCipher<Stored>
  /** Whether the rows belong to a shop and mode. */
  ofShop: boolean
}

const column = <Stored extends Buffer | string>(definition: Column<Stored>): Column<Buffer | string> =>
  // What is read from a column is what its cipher wrote.
  definition as unknown as Column<Buffer | string>

const ofKeys = {
  what: 'private keys of shops',
  field: 'shopKeys',
  setting: 'KEY_ENCRYPTION_KEY',
  cipher: keyCipher,
  ofShop: true,
} as const
const ofWebhooks = {
  what: 'signing secrets of webhooks',
  field: 'webhooks',
  setting: 'KEY_ENCRYPTION_KEY',
  cipher: webhookCipher,
  ofShop: true,
} as const
const ofEndpoints = {
  what: "signing secrets of the provider's events",
  field: 'providerEndpoints',
  setting: 'KEY_ENCRYPTION_KEY',
  cipher: endpointCipher,
  ofShop: false,
} as const
const ofApps = {
  what: 'authenticator apps',
  field: 'authenticators',
  setting: 'SESSION_SECRET',
  cipher: authenticatorCipher,
  ofShop: false,
} as const

/** Every column that holds such secrets. A test compares it with the schema. */
export const encryptedColumns = [
  column({ ...ofKeys, table: sql`sealed_keys`, rowId: sql`key_id`, column: sql`sealed` }),
  column({ ...ofWebhooks, table: sql`webhooks`, rowId: sql`id`, column: sql`secret` }),
  column({ ...ofWebhooks, table: sql`webhooks`, rowId: sql`id`, column: sql`old_secret` }),
  column({ ...ofEndpoints, table: sql`provider_endpoints`, rowId: sql`id`, column: sql`secret` }),
  column({ ...ofEndpoints, table: sql`provider_endpoints`, rowId: sql`id`, column: sql`old_secret` }),
  column({ ...ofApps, table: sql`authenticators`, rowId: sql`user_id`, column: sql`sealed_secret` }),
  column({ ...ofApps, table: sql`staff`, rowId: sql`id`, column: sql`sealed_secret` }),
  column({ ...ofApps, table: sql`staff_links`, rowId: sql`id`, column: sql`sealed_secret` }),
]

export type EncryptedColumn = (typeof encryptedColumns)[number]
