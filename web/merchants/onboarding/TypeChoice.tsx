import { useQueryClient } from '@tanstack/react-query'
import Building2 from 'lucide-react/icons/building-2'
import User from 'lucide-react/icons/user'
import { useState } from 'react'
import { me } from '#contract/access/account'
import { onboardingType } from '#contract/merchants/onboarding'
import { load } from '../../platform/api/load.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { updateState } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { onboardingRead } from './onboardingReads.ts'

const kinds = [
  ['self_employed', User],
  ['enterprise', Building2],
] as const

/** The choice of account type, for an account without one. */
export function TypeChoice() {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const choose = async (type: 'self_employed' | 'enterprise') => {
    try {
      const state = await write(onboardingType, { body: { type }, mode: 'live' })
      updateState({ account: await load(me) })
      client.setQueryData(onboardingRead().queryKey, state)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <section aria-labelledby="type-title" className="grid max-w-[640px] gap-6">
      <h1 id="type-title" className="font-display text-title-lg font-title tracking-tight">
        {t('onboarding.type')}
      </h1>
      <p className="text-ink-2">{t('onboarding.typeLead')}</p>
      <div className="flex flex-wrap gap-3">
        {kinds.map(([type, Icon]) => (
          <Button key={type} size="large" icon={<Icon aria-hidden />} onClick={() => void choose(type)}>
            {t(`onboarding.type.${type}`)}
          </Button>
        ))}
      </div>
      {error !== null && <ErrorBanner>{failureMessage(error)}</ErrorBanner>}
    </section>
  )
}
