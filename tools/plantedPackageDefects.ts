import type { PlantedDefect } from './plantedDefect.ts'

/** Defects that send a shop's package to somebody who should not have it. */
export const packageDefects: readonly PlantedDefect[] = [
  {
    name: 'a package for an address that has stopped them',
    file: 'server/money/reports/packageLink.ts',
    find: "if (!opened.report || opened.state !== 'active')",
    replace: 'if (!opened.report)',
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
  {
    name: 'a secret of one package that opens another',
    file: 'server/money/reports/packageLink.ts',
    find: "['package', `${recipientId}/${reportId}`, 1]",
    replace: "['package', recipientId, 1]",
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
  {
    name: 'a package by a link after it has expired',
    file: 'server/money/reports/packageLink.ts',
    find: "(!report || statusOf(report, now) !== 'ready')",
    replace: '!report',
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
  {
    name: 'an address that is confirmed too late',
    file: 'domain/money/report.ts',
    find: "PACKAGE_CONFIRM_DAYS * 86_400_000 ? 'asked'",
    replace: "PACKAGE_CONFIRM_DAYS * 86_400_000_000 ? 'asked'",
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
  {
    name: 'an editor who sends the shop’s package to an address',
    file: 'contract/money/packageRecipients.ts',
    find: "policy: { ...changesShop, roles: admins, right: 'reports:approve', credentialPause: 'denied'",
    replace: "policy: { ...changesShop, roles: operators, right: 'reports:approve', credentialPause: 'denied'",
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
  {
    name: 'a package sent to an address by somebody who may not have it',
    file: 'server/money/reports/packageRecipients.ts',
    find: "  assertMayHave(caller, 'month_package')\n  if (!isEmail(email))",
    replace: '  if (!isEmail(email))',
    caughtBy: ['server/money/reports/packageRecipients.test.ts'],
  },
]
