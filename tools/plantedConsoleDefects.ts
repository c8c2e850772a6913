import type { PlantedDefect } from './plantedDefects.ts'

/** The provider's console. */
export const consoleDefects: readonly PlantedDefect[] = [
  {
    name: 'the session of a merchant accepted in the console',
    file: 'server/platform/consoleGateway/handleConsoleCall.ts',
    find: "if (endpoint.policy.roles !== 'public') {",
    replace: "if (endpoint.policy.roles !== 'public' && request.headers.authorization === undefined) {",
    caughtBy: ['server/app/consoleMatrix.test.ts'],
  },
  {
    name: 'a call of the console open to every role',
    file: 'server/platform/consoleGateway/handleConsoleCall.ts',
    find: '!policy.roles.some((role) => roles.has(role))',
    replace: 'roles.size === 0',
    caughtBy: ['server/app/consoleMatrix.test.ts'],
  },
  {
    name: 'a write of the console from a page of another host',
    file: 'server/platform/consoleGateway/handleConsoleCall.ts',
    find: "site !== 'same-origin' && site !== 'none'",
    replace: "site === 'cross-site'",
    caughtBy: ['server/app/consoleMatrix.test.ts'],
  },
  {
    name: 'an audit entry without the member of staff',
    file: 'server/platform/consoleGateway/consoleEntry.ts',
    find: 'staffId: requested?.staffId ?? staff?.staffId,',
    replace: 'staffId: requested?.staffId,',
    caughtBy: ['server/app/consoleMatrix.test.ts', 'server/provider/staff/staff.test.ts'],
  },
  {
    name: 'a call for a second person done at once',
    file: 'server/platform/consoleGateway/secondPerson.ts',
    find: "if (policy.secondPerson === 'configured' && !secondPerson) return false",
    replace: "if (policy.secondPerson === 'configured') return false",
    caughtBy: ['server/provider/staff/staff.test.ts'],
  },
  {
    name: 'one’s own request confirmed',
    file: 'server/provider/staff/confirmations.ts',
    find: "if (row.requested_by === staff.staffId) throw requestRefusal('own')",
    replace: '',
    caughtBy: ['server/app/consoleMatrix.test.ts', 'server/provider/staff/staff.test.ts'],
  },
  {
    name: 'a request confirmed by a role that may not make the call',
    file: 'server/provider/staff/confirmations.ts',
    find: "if (!mayDecide(row, staff)) throw new Refusal('PermissionDenied')",
    replace: '',
    caughtBy: ['server/app/consoleMatrix.test.ts', 'server/provider/staff/staff.test.ts'],
  },
  {
    name: 'a request confirmed although its value has changed',
    file: 'server/provider/staff/confirm.ts',
    find: '!isDeepStrictEqual(asStored(described.before), row.before)',
    replace: 'row.before === undefined',
    caughtBy: ['server/provider/staff/staff.test.ts'],
  },
  {
    name: 'a request of somebody who was disabled confirmed',
    file: 'server/provider/staff/confirm.ts',
    find: 'where p.id = ${row.requested_by} and ${activeStaff} for share',
    replace: 'where p.id = ${row.requested_by} for share',
    caughtBy: ['server/app/consoleMatrix.test.ts', 'server/provider/staff/staff.test.ts'],
  },
  {
    name: 'a member of staff signed in without a code',
    file: 'server/provider/staff/signIn.ts',
    find: 'const factor = await checkSecondFactor(call, person)',
    replace: "const factor = body.code === undefined ? 'none' : await checkSecondFactor(call, person)",
    caughtBy: ['server/provider/staff/access.slow.test.ts'],
  },
  {
    name: 'the last administrator of the console disabled',
    file: 'server/provider/staff/changeStaff.ts',
    find: "if (person.roles.includes('admin')) await assertAdminLeft(db, person)",
    replace: '',
    caughtBy: ['server/provider/staff/staff.test.ts'],
  },
  {
    name: 'an operator command that changes something without a name',
    file: 'tools/actingStaff.ts',
    find: 'if (email === undefined && rows.length > 0 && changesSomething(given))',
    replace: 'if (email === undefined && rows.length < 0 && changesSomething(given))',
    caughtBy: ['tools/actingStaff.test.ts'],
  },
]
