import { accessDefects } from './plantedAccessDefects.ts'
import { balanceDefects } from './plantedBalanceDefects.ts'
import { bankDefects } from './plantedBankDefects.ts'
import { cardDefects } from './plantedCardDefects.ts'
import { changeDefects } from './plantedChangeDefects.ts'
import { databaseDefects } from './plantedDatabaseDefects.ts'
import { decisionDefects } from './plantedDecisionDefects.ts'
import { consoleDefects } from './plantedConsoleDefects.ts'
import { emailDefects } from './plantedEmailDefects.ts'
import { figureDefects } from './plantedFigureDefects.ts'
import { fileDefects } from './plantedFileDefects.ts'
import { creditDefects } from './plantedCreditDefects.ts'
import { disputeDefects } from './plantedDisputeDefects.ts'
import { moneyDefects } from './plantedMoneyDefects.ts'
import { outboxDefects } from './plantedOutboxDefects.ts'
import { taxDefects } from './plantedTaxDefects.ts'
import { tenantDefects } from './plantedTenantDefects.ts'
import { refundDefects } from './plantedRefundDefects.ts'
import { secretDefects } from './plantedSecretDefects.ts'
import { termsDefects } from './plantedTermsDefects.ts'
import { testDefects } from './plantedTestDefects.ts'
import { packageDefects } from './plantedPackageDefects.ts'
import { partnerDefects } from './plantedPartnerDefects.ts'
import type { PlantedDefect } from './plantedDefect.ts'

/** The most expensive kinds of defects in this business. */
export const plantedDefects: readonly PlantedDefect[] = [
  ...moneyDefects,
  ...databaseDefects,
  ...creditDefects,
  ...disputeDefects,
  ...balanceDefects,
  ...cardDefects,
  ...bankDefects,
  ...changeDefects,
  ...accessDefects,
  ...decisionDefects,
  ...consoleDefects,
  ...outboxDefects,
  ...partnerDefects,
  ...emailDefects,
  ...figureDefects,
  ...fileDefects,
  ...packageDefects,
  ...taxDefects,
  ...tenantDefects,
  ...refundDefects,
  ...secretDefects,
  ...termsDefects,
  ...testDefects,
  {
    name: 'a lost update of the cart limits',
    file: 'server/merchants/preferences/configurationUpdate.ts',
    find: '{ seen: revision, changes, present }',
    replace: '{ seen: before.revision, changes, present }',
    caughtBy: ['server/merchants/preferences/cart.slow.test.ts', 'server/app/revisions.test.ts'],
  },
  {
    name: 'a form saved without checking its revision',
    file: 'server/platform/calls/revision.ts',
    find: 'if (seen === (now?.revision ?? 0)) return',
    replace: 'if (seen <= (now?.revision ?? 0)) return',
    caughtBy: ['server/app/revisions.test.ts', 'server/merchants/onboarding/delegation.test.ts'],
  },
  {
    name: 'changed rights without a new revision',
    file: 'server/access/team/applyChange.ts',
    find: 'access_revision = access_revision + 1',
    replace: 'access_revision = access_revision',
    caughtBy: ['server/app/revisions.test.ts'],
  },
  {
    name: 'a client that retries a write with another idempotency key',
    file: 'client/src/send.ts',
    find: '(await attempt(request, idempotencyKey, inDoubt))',
    replace: "(await attempt(request, method === 'GET' ? null : crypto.randomUUID(), inDoubt))",
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a client that captures a whole order because the amount is missing',
    file: 'client/src/send.ts',
    find: '    assertGiven(request)\n',
    replace: '',
    caughtBy: ['tools/clientRetry.test.ts'],
  },
  {
    name: 'a callback accepted without verification',
    file: 'client/src/callback.ts',
    find: '.find((one) => sameText(one, shown))',
    replace: '[0]',
    caughtBy: ['tools/clientReceived.test.ts'],
  },
  {
    name: 'an old webhook accepted',
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
    name: 'a device cookie kept across sign-ins',
    file: 'server/access/signIn/knownDevice.ts',
    find: "const newToken = randomBytes(32).toString('base64url')",
    replace: "const newToken = token ?? randomBytes(32).toString('base64url')",
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
    name: 'writes accepted from any origin',
    file: 'server/platform/gateway/handle.ts',
    find: 'services.config.pageOrigins.includes(origin)',
    replace: 'services.config.pageOrigins.length > 0',
    caughtBy: ['server/platform/pages/pageOrigins.test.ts'],
  },
  {
    name: 'a document that opens a web page by itself',
    file: 'server/platform/uploads/pdfActions.ts',
    find: 'else if (!isPlainOpening(text, at)) return true',
    replace: '',
    caughtBy: ['server/platform/uploads/inspectFile.slow.test.ts'],
  },
  {
    name: 'an encrypted document stored without inspection',
    file: 'server/platform/uploads/examinePdf.ts',
    find: '(scanPdf(decrypted, maxPages) ?? decrypted)',
    replace: 'decrypted',
    caughtBy: ['server/platform/uploads/examinePdf.test.ts'],
  },
  {
    name: 'demo accounts that can sign in beside real ones',
    file: 'server/platform/database/openAccount.ts',
    find: 'or not a.demo)',
    replace: 'or true)',
    caughtBy: ['tools/demoAccounts.test.ts'],
  },
]
