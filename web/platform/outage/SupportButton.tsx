import { Suspense, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { clientState } from '../session/session.ts'
import { shownPage } from '../routes/shownPage.ts'
import { lastSteps } from './steps.ts'
import { supportText } from './supportText.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'
import { serverNow } from '../api/serverClock.ts'

const SupportDialog = lazyWithRetry(async () => (await import('./SupportDialog.tsx')).SupportDialog)

/** Reports an error to support: the details are collected, and shown before anything is sent. */
export function SupportButton({ error }: { error: unknown }) {
  const [text, setText] = useState<string | null>(null)
  const gather = () => {
    const screen = shownPage.get()?.place.row?.name ?? '–'
    setText(supportText(error, { screen, mode: clientState.get().mode, now: serverNow().getTime(), steps: lastSteps() }))
  }
  return (
    <>
      <Button onClick={gather}>{t('shell.support.tell')}</Button>
      <PageBoundary onClose={() => setText(null)}>
        <Suspense fallback={null}>{text !== null && <SupportDialog text={text} onClose={() => setText(null)} />}</Suspense>
      </PageBoundary>
    </>
  )
}
