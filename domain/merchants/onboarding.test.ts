import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayEnterStep, canMoveOnboarding, onboardingSteps, openStep, type OnboardingStatus, type OnboardingStep } from './onboarding.ts'
import { isDueForRenewal, needsUpload, paperStatus, requiredPapers, type FileStatus, type PaperFile } from './company/papers.ts'
import { localDate } from '../platform/dates.ts'

const kind = fc.constantFrom('enterprise', 'self_employed')
const statuses: readonly OnboardingStatus[] = [
  'not_started',
  'in_progress',
  'submitted',
  'in_review',
  'approved',
  'changes_requested',
  'rejected',
]

describe('the steps of onboarding', () => {
  it('are listed for each account type, in order', () => {
    expect(onboardingSteps.self_employed).toEqual(['profile', 'docs-info', 'docs-upload', 'add-merchant'])
    expect(onboardingSteps.enterprise).toEqual(['profile', 'enterprise', 'ownership', 'owner', 'docs-info', 'docs-upload', 'add-merchant'])
  })

  it('open only after complete ones, and allow going back', () => {
    fc.assert(
      fc.property(kind, fc.infiniteStream(fc.boolean()), (type, answers) => {
        const steps = onboardingSteps[type]
        const complete = new Map<OnboardingStep, boolean>(steps.map((step) => [step, answers.next().value]))
        const isComplete = (step: OnboardingStep) => complete.get(step) === true
        const open = openStep(steps, isComplete)
        const last = open === null ? steps.length - 1 : steps.indexOf(open)
        expect(steps.map((step) => mayEnterStep(steps, step, isComplete))).toEqual(steps.map((_, at) => at <= last))
      }),
    )
  })

  it('end approved or rejected, for good', () => {
    for (const status of statuses) {
      expect(canMoveOnboarding('approved', status)).toBe(false)
      expect(canMoveOnboarding('rejected', status)).toBe(false)
      expect(canMoveOnboarding(status, 'not_started')).toBe(false)
    }
    expect(canMoveOnboarding('changes_requested', 'submitted')).toBe(true)
  })
})

describe('documents', () => {
  it('are listed by account type', () => {
    expect(requiredPapers.enterprise).toEqual([
      'signatory_dni',
      'cif',
      'deeds_or_taxid',
      'bank_account_certificate',
      'audited_annual_accounts',
    ])
    expect(requiredPapers.self_employed).toEqual([
      'deeds_or_taxid',
      'bank_account_certificate',
      'tax_agency_certificate',
      'signatory_dni',
      'audited_annual_accounts',
    ])
  })

  it('are not approved while a side is missing, rejected or expired', () => {
    const status = fc.constantFrom<FileStatus>('uploaded', 'in_review', 'approved', 'rejected', 'expired')
    const file = fc.record<PaperFile>({ side: fc.constantFrom('front', 'back', 'single'), status })
    fc.assert(
      fc.property(fc.uniqueArray(file, { selector: ({ side }) => side }), (files) => {
        const sides = new Set(files.map(({ side }) => side))
        const isComplete = sides.has('single') || (sides.has('front') && sides.has('back'))
        const good = isComplete && files.every((one) => one.status === 'approved')
        expect(paperStatus('signatory_dni', files) === 'approved').toBe(good)
        expect(needsUpload(paperStatus('signatory_dni', files))).toBe(
          !isComplete || files.some((one) => one.status === 'rejected' || one.status === 'expired'),
        )
      }),
    )
  })

  it('can be renewed from sixty days before their expiry', () => {
    expect(isDueForRenewal(localDate('2026-12-31'), localDate('2026-10-31'))).toBe(false)
    expect(isDueForRenewal(localDate('2026-12-31'), localDate('2026-11-01'))).toBe(true)
  })
})
