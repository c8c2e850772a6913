import { useState } from 'react'
import { onboardingSubmit, type Onboarding } from '#contract/merchants/onboarding'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import { write } from '../../platform/api/write.ts'
import { focusField } from '../company/fieldId.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { openPanel } from './openPanel.ts'

/** A reviewer’s change requests, each with a link to its field; once none is open, everything is submitted for review again. */
export function ChangeList({ onboarding, step }: { onboarding: Onboarding; step: OnboardingStep }) {
  const { status, changes } = onboarding
  if (status !== 'changes_requested') return null
  if (changes.length === 0) return <SendAgain />
  return (
    <Banner tone="warning" title={t('onboarding.changes', { count: changes.length })}>
      <ul className="mt-1 grid gap-1.5">
        {changes.map(({ step: of, field, message }) => (
          <li key={`${of}/${field}`}>
            {of === step ? (
              <button type="button" className={linkClass} onClick={() => focusField(field) || go(paths.onboarding(of, { field }))}>
                {message}
              </button>
            ) : (
              <Anchor href={paths.onboarding(of, { field })} className={linkClass}>
                {message}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function SendAgain() {
  const [{ busy, error }, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const send = async () => {
    setState({ busy: true, error: null })
    try {
      await write(onboardingSubmit, { mode: 'live' })
      await openPanel()
    } catch (failure) {
      setState({ busy: false, error: failure })
    }
  }
  return (
    <Banner
      live
      title={t('onboarding.changesDone')}
      action={
        <Button size="small" busy={busy} busyLabel={t('shell.sending')} onClick={() => void send()}>
          {t('onboarding.sendAgain')}
        </Button>
      }
    >
      {error !== null && failureMessage(error)}
    </Banner>
  )
}
