import { describe, expect, test } from 'vitest'
import { permissions, type CallName } from './roles.ts'
import { awayFromSeat, seatAllows, seatAnywhere, seatInSandbox } from './sandboxSeat.ts'

const ofPeople = (Object.keys(permissions) as CallName[]).filter((call) => typeof permissions[call] !== 'string')
const anywhere: readonly string[] = seatAnywhere
const inTest: readonly string[] = seatInSandbox

describe('a seat of test mode', () => {
  test.each(ofPeople)('%s is allowed anywhere, in test mode, or nowhere', (call) => {
    expect(seatAllows(call, 'live')).toBe(anywhere.includes(call))
    expect(seatAllows(call, 'sandbox')).toBe(anywhere.includes(call) || inTest.includes(call))
    expect(awayFromSeat.has(call)).toBe(!anywhere.includes(call) && !inTest.includes(call))
  })

  test('has each call on one list at most, and every list is of calls of people', () => {
    expect(new Set([...anywhere, ...inTest]).size).toBe(anywhere.length + inTest.length)
    for (const call of [...anywhere, ...inTest, ...awayFromSeat]) expect(ofPeople).toContain(call)
  })

  test('is refused what is of the account or of real mode alone', () => {
    expect([...awayFromSeat].toSorted()).toEqual(
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
