import type { PlantedDefect } from './plantedDefect.ts'

/** Changes of the secrets that encrypt and sign. */
export const secretDefects: readonly PlantedDefect[] = [
  {
    name: 'stored secrets of the former key, not decrypted while it is changed',
    file: 'server/platform/config/secrets.ts',
    find: 'for (const secret of secrets) {',
    replace: 'for (const secret of secrets.slice(0, 1)) {',
    caughtBy: ['tools/encryptAgain.slow.test.ts'],
  },
  {
    name: 'a key removed that stored secrets still need',
    file: 'server/platform/keys/encryptAgain.ts',
    find: '(isWrong || missing.some((one) => one.setting === setting))',
    replace: 'isWrong',
    caughtBy: ['tools/encryptAgain.slow.test.ts'],
  },
  {
    name: 'a start that goes on although it cannot decrypt what is stored',
    file: 'server/app/main.ts',
    find: 'const warning = await assertDecryptable(database, secretsBySetting(config))',
    replace: 'const warning = null as string | null',
    caughtBy: ['tools/start.crash.test.ts'],
  },
  {
    name: 'stored secrets that were renewed meanwhile, overwritten with those before',
    file: 'server/platform/keys/encryptAgain.ts',
    find: ' and t.${column} = ${stored}`)',
    replace: '`)',
    caughtBy: ['tools/encryptAgain.slow.test.ts'],
  },
  {
    name: 'stored secrets of webhooks, the old ones, that stay under the former key',
    file: 'server/platform/keys/storedSecrets.ts',
    find: '  column({ ...ofWebhooks, table: sql`webhooks`, rowId: sql`id`, column: sql`old_secret` }),',
    replace: '',
    caughtBy: ['tools/encryptAgain.slow.test.ts'],
  },
  {
    name: 'stored secrets given up without saying how many',
    file: 'tools/encryptAgainCommand.ts',
    find: "word === 'forget' && Number(number) !== unreadable",
    replace: "word === 'forget' && unreadable === 0",
    caughtBy: ['tools/encryptAgain.slow.test.ts'],
  },
  {
    name: 'links that end when the session secret gets a successor',
    file: 'server/platform/calls/token.ts',
    find: 'keys.some((key) => secretsMatch(given, link(key, ...about)))',
    replace: 'secretsMatch(given, link(keys[0], ...about))',
    caughtBy: ['server/platform/calls/token.test.ts', 'server/app/secretFallbacks.slow.test.ts'],
  },
  {
    name: 'a payment repeated on a server with another first secret, made twice',
    file: 'server/platform/calls/idempotency.ts',
    find: 'where scope_hash = any(${scopes}::bytea[])',
    replace: 'where scope_hash = any(${scopes.slice(0, 1)}::bytea[])',
    caughtBy: ['server/platform/calls/idempotency.test.ts'],
  },
  {
    name: 'a repeated request that is taken for another one after the session secret changed',
    file: 'server/platform/calls/idempotency.ts',
    find: 'body_hash = any(${hashes}::bytea[]) as same,',
    replace: 'body_hash = any(${hashes.slice(0, 1)}::bytea[]) as same,',
    caughtBy: ['server/app/secretFallbacks.slow.test.ts'],
  },
  {
    name: 'PINs of tills that are lost with the former session secret, although they were used',
    file: 'server/access/tills/tillUnlock.ts',
    find: 'if (at > 0) await renewPinHash(',
    replace: 'if (at > 9) await renewPinHash(',
    caughtBy: ['server/app/secretFallbacks.slow.test.ts'],
  },
  {
    name: 'audiences that match nobody while the session secret is changed',
    file: 'server/sales/lifecycle/audienceMembers.ts',
    find: 'withEach(secrets, (secret) => memberKey(secret, scope)).find(',
    replace: '[memberKey(secrets[0], scope)].find(',
    caughtBy: ['server/app/secretFallbacks.slow.test.ts'],
  },
]
