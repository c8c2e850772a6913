import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles } from '#domain/access/roles'
import { firstExcess, refundLimitOf, type Access } from '#domain/access/team'
import { teamRights, withholdable } from '#domain/access/teamRights'
import { api, calls, type CallName } from './index.ts'
import {
  callNames,
  callsOfRight,
  deniedAfterEnd,
  deniedAtTill,
  deniedWhenSandboxOnly,
  may,
  mayWhenSandboxOnly,
  permissions,
  reachOf,
  withheldCalls,
} from './permissions.ts'
import { isMemberPolicy } from './platform/policy.ts'

const ofPeople = callNames.filter((call) => typeof permissions[call] !== 'string')

describe('a shared till', () => {
  test('may sell, list and refund, and no other call', () => {
    expect(ofPeople.filter((call) => !deniedAtTill.has(call)).toSorted()).toEqual(
      `me merchantList merchantDetail merchantConfiguration objectWhereabouts sessionActivity requestOutcome notificationList notificationRead
        notificationStream operationList operationCounts operationTotals operationDetail operationCart operationCaptureList operationSelection
        operationBulkPreview viewList viewCreate viewUpdate viewDelete noteList noteCreate operationRefundPreview operationRefund operationRefundUndo customerMessageList refundReceiptSend
        operationCancelPreview operationCancel refundRequestList refundRequestCreate refundRequestWithdraw planSimulator checkoutOfflineCreate
        checkoutOfflineCheck checkoutOfflineResend checkoutOfflineList checkoutOfflineCopy bankCheck bankCheckState bankCheckSend postcodes`
        .split(/\s+/)
        .toSorted(),
    )
    for (const call of ['meStepUp', 'keyRenew', 'merchantIbanCreate', 'teamInvite', 'tillOpen', 'operationDownload', 'reportCreate'])
      expect(deniedAtTill.has(call)).toBe(true)
  })
})

describe('a sandbox-only member', () => {
  test('may make calls about themselves, or without business data, in any mode', () => {
    expect(ofPeople.filter((call) => mayWhenSandboxOnly(call, 'live')).toSorted()).toEqual(
      `authenticatorConfirm authenticatorRemove authenticatorStart continuationCreate continuationTake emailChangeCancel emailChangeStart emailChangeValidate
        languageChoose me meDeviceForget meDeviceForgetAll meDeviceList mePreferredMerchant meSessionEnd meSessionEndOthers meSessionList meStepUp
        merchantList noticeSettingsUpdate noticeSettingsView notificationList notificationRead notificationStream objectWhereabouts ownLimitsUpdate
        passkeyAdd passkeyRemove passkeyStart passwordChange personalCopy postcodes pushSubscribe pushUnsubscribe recoveryCodesRenew requestOutcome
        secondFactor sessionActivity inboxEverywhere invitationJoin`
        .split(/\s+/)
        .toSorted(),
    )
  })

  test.each(ofPeople)('may call %s in sandbox unless it is denied in every mode', (call) => {
    expect(mayWhenSandboxOnly(call, 'sandbox')).toBe(!deniedWhenSandboxOnly.has(call))
  })

  test('may not make calls of the account or of live mode only', () => {
    expect([...deniedWhenSandboxOnly].toSorted()).toEqual(
      `accessOffer accessRequestCreate accessRequestDecline accessRequestGrant accessRequestView activityDownload activityList activityWho bank
        companyDossier customerErase customerErasureView delegationCreate delegationList delegationRevoke documentDelete documentFile documentList documentUpload
        enterprise enterpriseCreate enterpriseUpdate goLive handoverAccept handoverCancel handoverDecline handoverOffer handoverView
        holderList holderSave ibanApprove ibanCancel ibanCertificate ibanConfirm ibanExposure ibanList
        invoiceDetail invoiceDownload invoiceDownloadMany invoiceLines invoiceList mandateDownload mandateRevoke mandateSign merchantAccount merchantAccountUpdate merchantCreate
        merchantIbanCreate merchantIbanList onboardingDocsSeen onboardingShop onboardingState onboardingSubmit onboardingType
        ownerCreate ownerDelete ownerList ownerUpdate profile profileCreate profileUpdate settlementClaimClose settlementClaimOpen settlementPayAgain
        teamCredentials teamInvite teamList teamOwnerExitStop teamRemove teamResend teamUpdate tillClose tillList tillOpen tillPin viewAsStart`
        .split(/\s+/)
        .toSorted(),
    )
  })
})

describe('after the end of the company’s relation', () => {
  test('a write in a shop is denied unless it generates files, refunds, stops, erases or claims', () => {
    const writes = calls.filter(({ method, path, policy }) => method !== 'GET' && path.includes('{merchantId}') && isMemberPolicy(policy))
    expect(
      writes
        .filter(({ name }) => !deniedAfterEnd.has(name))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      `audienceErase customerErase disputeAccept disputeAnswer disputeFileDelete disputeFileUpload keyLeaked keyRevoke mandateRevoke merchantAccountUpdate operationChangesSeen packageRecipientRemove reportCreate reportDelete
        reportScheduleDelete settlementClaimClose settlementClaimOpen webhookDelete`.split(/\s+/),
    )
    expect(deniedAfterEnd.has('merchantCreate')).toBe(true)
  })

  test('no read-only call is denied', () => {
    expect(calls.filter(({ name, method }) => method === 'GET' && deniedAfterEnd.has(name))).toEqual([])
  })
})

const byShopClock = (call: CallName) => api[call].policy.clock === 'shop'

describe('the sandbox clock', () => {
  test('does not apply to keys, members, sessions and payouts', () => {
    const guarded = callNames.filter((call) => /^(key|team|session|password|meS|secondFactor|passkey|iban|webhook)/.test(call))
    expect(guarded.length).toBeGreaterThan(20)
    expect(guarded.filter(byShopClock)).toEqual([])
    expect(byShopClock('operationRefund')).toBe(true)
    expect(byShopClock('checkoutConfirm')).toBe(true)
    expect(byShopClock('refundRequestCreate')).toBe(true)
    expect(byShopClock('noteCreate')).toBe(true)
  })
})

const shopIds = ['s1', 's2', 's3']
const cents = fc.option(fc.integer({ min: 1, max: 200_000 }))
const anyAccess: fc.Arbitrary<Access> = fc.record({
  role: fc.constantFrom(...roles),
  shops: fc.option(fc.subarray(shopIds, { minLength: 1 })),
  withheld: fc.subarray([...withholdable]),
  sandboxOnly: fc.boolean(),
  refundLimitCents: cents,
  refundDayLimitCents: cents,
})
/** Each call with its allowed modes. */
function callsOf({ role, withheld, sandboxOnly }: Access): string[] {
  const without = withheldCalls(withheld)
  const ofRole = callNames.filter((call) => Array.isArray(permissions[call]) && may(role, call) && !without.has(call))
  return ofRole.flatMap((call) =>
    (['live', 'sandbox'] as const).filter((mode) => !sandboxOnly || mayWhenSandboxOnly(call, mode)).map((mode) => `${call}/${mode}`),
  )
}
const shopsOf = ({ shops }: Access) => shops ?? shopIds

describe('comparing accesses', () => {
  test('an access that does not exceed another has no further call, shop or refund limit', () => {
    fc.assert(
      fc.property(anyAccess, anyAccess, (inner, outer) => {
        if (firstExcess(inner, outer) !== null) return
        const known = new Set(callsOf(outer))
        expect(callsOf(inner).filter((call) => !known.has(call))).toEqual([])
        expect(shopsOf(outer)).toEqual(expect.arrayContaining([...shopsOf(inner)]))
        if (!callsOf(inner).includes('operationRefund/sandbox')) return
        expect(refundLimitOf(inner) ?? Infinity).toBeLessThanOrEqual(refundLimitOf(outer) ?? Infinity)
        expect(inner.refundDayLimitCents ?? Infinity).toBeLessThanOrEqual(outer.refundDayLimitCents ?? Infinity)
      }),
    )
  })

  test('an access includes itself, and one with more of anything exceeds it', () => {
    fc.assert(fc.property(anyAccess, (access) => firstExcess(access, access) === null))
    fc.assert(
      fc.property(anyAccess, anyAccess, (one, other) => {
        const known = new Set(callsOf(other))
        const more = callsOf(one).some((call) => !known.has(call)) || shopsOf(one).some((shop) => !shopsOf(other).includes(shop))
        if (more) expect(firstExcess(one, other)).not.toBeNull()
      }),
    )
  })

  test('each role may make all calls of the roles after it', () => {
    for (const [at, role] of roles.entries())
      for (const lower of roles.slice(at)) expect(callNames.filter((call) => may(lower, call) && !may(role, call))).toEqual([])
  })
})

describe('the matrix', () => {
  test.each([
    ['operations', 'yes yes yes yes'],
    ['sell', 'yes yes yes read'],
    ['refund', 'yes yes yes no'],
    ['capture', 'yes yes yes read'],
    ['settlements', 'yes yes yes no'],
    ['invoices', 'yes yes yes no'],
    ['reports', 'yes yes yes no'],
    ['campaigns', 'yes yes yes read'],
    ['audiences', 'yes yes no no'],
    ['preferences', 'yes yes yes read'],
    ['keys', 'yes yes no no'],
    ['bankAccount', 'yes read read no'],
    ['team', 'yes yes read no'],
    ['activity', 'yes yes no no'],
    ['company', 'yes no no no'],
    ['password', 'yes yes yes yes'],
  ] as const)('grants %s as documented in docs/domain.md#roles-and-rights', (right, reach) => {
    expect(roles.map((role) => reachOf(role, right)).join(' ')).toBe(reach)
  })

  test('has a line for each right', () => expect(teamRights).toHaveLength(16))

  test('omits only calls of one’s own session, navigation and the first shop', () => {
    const all = withheldCalls(withholdable)
    const placed = new Set(teamRights.flatMap((right) => callsOfRight(right)))
    const apart = callNames.filter((call) => Array.isArray(permissions[call]) && !placed.has(call) && !all.has(call))
    expect(apart.toSorted()).toEqual(
      `sessionActivity me goLive mePreferredMerchant languageChoose ownLimitsUpdate onboardingState onboardingType onboardingDocsSeen
        onboardingShop onboardingSubmit merchantCreate delegationList delegationCreate delegationRevoke
        notificationList notificationRead notificationStream noticeSettingsView noticeSettingsUpdate pushSubscribe pushUnsubscribe continuationCreate continuationTake inboxList inboxEverywhere invitationJoin
        inboxAssign inboxSnooze inboxCheck merchantList merchantDetail merchantConfiguration
        insightCustomers insightFunnel insightRefunds insightSales insightShops insightTeam objectWhereabouts operationCounts operationTotals operationSelection operationBulkPreview callbackView callbackRetry disputeFile disputeList noteList noteCreate noteDelete customerErasureView customerErase viewList viewCreate viewUpdate viewDelete customerMessageList operationRefundPreview operationCancelPreview planSimulator
        bankCheckState postcodes merchantAccount personalCopy ibanCertificate ibanExposure bank meStepUp meDeviceList meDeviceForget meDeviceForgetAll teamOwnerExitStop
        requestOutcome meSessionList meSessionEnd meSessionEndOthers emailChangeStart emailChangeCancel emailChangeValidate
        secondFactor authenticatorStart authenticatorConfirm authenticatorRemove passkeyStart passkeyAdd
        passkeyRemove recoveryCodesRenew refundRequestList accessOffer accessRequestCreate sandboxView sandboxClock
        handoverView handoverOffer handoverAccept handoverDecline handoverCancel tillPin`
        .split(/\s+/)
        .toSorted(),
    )
  })
})
