import { accessDefects } from './plantedAccessDefects.ts'
import { moneyDefects } from './plantedMoneyDefects.ts'

/** A defect that would cost money or leak data, and the tests that must fail. */
export type PlantedDefect = {
  name: string
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  caughtBy: readonly string[]
}

/** The most expensive kinds of defects in this business. */
export const plantedDefects: readonly PlantedDefect[] = [
  ...moneyDefects,
  ...accessDefects,
  {
    name: 'the later of two saves of the cart limits wipes the earlier',
    file: 'server/merchants/preferences/configurationUpdate.ts',
    find: '    revision,\n    sql`select l.revision,',
    replace: '    before.revision,\n    sql`select l.revision,',
    caughtBy: ['server/merchants/preferences/cart.slow.test.ts', 'server/app/revisions.test.ts'],
  },
  {
    name: 'a form believed to be decided on what stands now, whatever it says',
    file: 'server/platform/calls/revision.ts',
    find: 'if (seen === (now?.revision ?? 0)) return',
    replace: 'if (seen <= (now?.revision ?? 0)) return',
    caughtBy: ['server/app/revisions.test.ts', 'server/merchants/onboarding/delegation.test.ts'],
  },
  {
    name: 'what a person may do, changed without counting the change',
    file: 'server/access/team/applyChange.ts',
    find: 'access_revision = access_revision + 1',
    replace: 'access_revision = access_revision',
    caughtBy: ['server/app/revisions.test.ts'],
  },
  {
    name: 'a client that repeats a write under another key',
    file: 'client/src/send.ts',
    find: '(await attempt(asked, idempotencyKey, inDoubt))',
    replace: "(await attempt(asked, method === 'GET' ? null : crypto.randomUUID(), inDoubt))",
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a client that captures a whole order because the amount is missing',
    file: 'client/src/send.ts',
    find: '    assertGiven(asked)\n',
    replace: '',
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a callback believed whoever sends it',
    file: 'client/src/callback.ts',
    find: '.find((one) => sameText(one, shown))',
    replace: '[0]',
    caughtBy: ['tools/clientReceived.test.ts'],
  },
  {
    name: 'an old webhook believed',
    file: 'client/src/webhook.ts',
    find: ' || Math.abs(age) > toleranceSeconds',
    replace: '',
    caughtBy: ['tools/clientReceived.test.ts'],
  },
  {
    name: 'people locked out of their daily browser from elsewhere',
    file: 'server/access/signIn/signIn.ts',
    find: 'const networks = known ? [] :',
    replace: 'const networks =',
    caughtBy: ['server/access/signIn/signIn.slow.test.ts'],
  },
  {
    name: 'the mark of a browser kept at a sign-in',
    file: 'server/access/signIn/knownDevice.ts',
    find: "const fresh = randomBytes(32).toString('base64url')",
    replace: "const fresh = token ?? randomBytes(32).toString('base64url')",
    caughtBy: ['server/access/signIn/knownDevices.test.ts'],
  },
  {
    name: 'known devices that survive a new password',
    file: 'server/access/password/resetPassword.ts',
    find: '  await forgetDevices(db, user.id, keep?.device)\n',
    replace: '',
    caughtBy: ['server/access/signIn/knownDevices.test.ts'],
  },
  {
    name: 'a session whose token needs no cookie',
    file: 'server/platform/calls/authenticate.ts',
    find: "session === 'bearer' ||",
    replace: 'session !== undefined ||',
    caughtBy: ['server/platform/pages/pageOrigins.test.ts'],
  },
  {
    name: 'pages of any origin that write',
    file: 'server/platform/gateway/handle.ts',
    find: 'services.config.pageOrigins.includes(origin)',
    replace: 'services.config.pageOrigins.length > 0',
    caughtBy: ['server/platform/pages/pageOrigins.test.ts'],
  },
  {
    name: 'a paper that opens a page of the web by itself',
    file: 'server/platform/uploads/pdfActions.ts',
    find: 'else if (!isPlainOpening(text, at)) return true',
    replace: '',
    caughtBy: ['server/platform/uploads/inspectFile.slow.test.ts'],
  },
  {
    name: 'an encrypted paper that is kept without being looked through',
    file: 'server/platform/uploads/examinePdf.ts',
    find: '(scanPdf(decrypted, mostPages) ?? decrypted)',
    replace: 'decrypted',
    caughtBy: ['server/platform/uploads/examinePdf.test.ts'],
  },
  {
    name: 'demo accounts that open beside real ones',
    file: 'server/platform/database/openAccount.ts',
    find: 'or not a.demo)',
    replace: 'or true)',
    caughtBy: ['tools/demoAccounts.test.ts'],
  },
]
