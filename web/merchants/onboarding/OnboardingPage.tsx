import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import type { Onboarding } from '#contract/merchants/onboarding'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { focusField } from '../company/fieldId.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { DocsInfoStep } from './DocsInfoStep.tsx'
import { DocsUploadStep } from './DocsUploadStep.tsx'
import { EnterpriseStep } from './EnterpriseStep.tsx'
import { openPanel } from './openPanel.ts'
import { OwnershipStep } from './OwnershipStep.tsx'
import { OwnerStep } from './OwnerStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import { ShopStep } from './ShopStep.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { onboardingRead } from './onboardingReads.ts'
import { walkedSteps } from './StepFrame.tsx'

const pages: Record<OnboardingStep, ComponentType<{ onboarding: Onboarding }>> = {
  profile: ProfileStep,
  enterprise: EnterpriseStep,
  ownership: OwnershipStep,
  owner: OwnerStep,
  'docs-info': DocsInfoStep,
  'docs-upload': DocsUploadStep,
  'add-merchant': ShopStep,
}

/** Starts the read that every step needs. */
function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(onboardingRead())
}

/** The step to redirect to from an address without a step, or with one that is not reachable yet. */
function placeOf(onboarding: Onboarding): string {
  const [change] = onboarding.changes
  if (change) return paths.onboarding(change.step, { field: change.field })
  const walked = walkedSteps(onboarding)
  const open = walked.find(({ state }) => state === 'open') ?? walked[0]
  return paths.onboarding(open?.name ?? 'profile')
}

/** Onboarding: one address per step, sequential, resumed on any device. */
function OnboardingRoom() {
  const { pathname } = useAddress()
  const read = useQuery(onboardingRead())
  const { data } = read
  const step = pathname.split('/')[2]
  if (!data)
    return (
      <ReadState read={read} failed={t('onboarding.failed')} loading={t('onboarding.loading')}>
        <Skeleton width={260} className="h-9" />
        <Skeleton width={420} />
        <Skeleton width={380} />
      </ReadState>
    )
  if (data.type === 'unknown') return <TypeChoice />
  const known = walkedSteps(data).find(({ name }) => name === step)
  if (!known || known.state === 'locked') return <Elsewhere href={placeOf(data)} />
  // Sent, by a request whose answer was lost or on another device.
  if (known.name === 'add-merchant' && known.state === 'done' && data.changes.length === 0) return <AlreadySent />
  const Page = pages[known.name]
  return (
    <>
      <FocusRequestedStep />
      <Page onboarding={data} />
    </>
  )
}

function Elsewhere({ href }: { href: string }) {
  useEffect(() => go(href, { replace: true }), [href])
  return null
}

/** The application has been sent: the panel says how it goes on. */
function AlreadySent() {
  const read = useQuery({ queryKey: ['application sent'], queryFn: () => openPanel().then(() => true), gcTime: 0 })
  return (
    <ReadState read={read} failed={t('onboarding.failed')} loading={t('onboarding.loading')}>
      <Skeleton width={260} className="h-9" />
    </ReadState>
  )
}

/** A change request links to its field, once it is rendered. */
function FocusRequestedStep() {
  const { field } = useAddress().search
  useEffect(() => {
    if (field === undefined) return
    let attempts = 0
    const timer = setInterval(() => {
      attempts += 1
      if (focusField(field) || attempts > 30) clearInterval(timer)
    }, 100)
    return () => clearInterval(timer)
  }, [field])
  return null
}

export const OnboardingPage: Screen = { component: OnboardingRoom, loader }
