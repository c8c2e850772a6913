import { Suspense } from 'react'
import { t } from '../i18n/t.ts'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { helpOpen } from '../help/helpOpen.ts'
import { idleEndsAt } from '../session/idleEndsAt.ts'
import { paletteOpen } from '../quickActions/paletteOpen.ts'
import { reLoginOpen } from '../session/reLogin.ts'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { stepUpOpen } from '../session/stepUp.ts'
import { useStore } from '../state/store.ts'
import { bars, closeToast, toasts } from '../feedback/toasts.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

const Palette = lazyWithRetry(async () => (await import('../quickActions/Palette.tsx')).Palette)
const HelpPanel = lazyWithRetry(async () => {
  const { loadHelpMessages } = await import('../help/helpMessages.ts')
  const [panel] = await Promise.all([import('../help/HelpPanel.tsx'), loadHelpMessages()])
  return panel.HelpPanel
})
const ReLoginDialog = lazyWithRetry(async () => (await import('../session/ReLoginDialog.tsx')).ReLoginDialog)
const StepUpDialog = lazyWithRetry(async () => (await import('../session/StepUpDialog.tsx')).StepUpDialog)
const IdleDialog = lazyWithRetry(async () => (await import('../session/IdleDialog.tsx')).IdleDialog)

/** Dialogs over any page, each loaded when first needed. */
function Overlays() {
  const palette = useStore(paletteOpen)
  const endsAt = useStore(idleEndsAt)
  const again = useStore(reLoginOpen)
  const step = useStore(stepUpOpen)
  return (
    <PageBoundary
      onClose={() => {
        paletteOpen.set(false)
        step?.answer(false)
      }}
    >
      <Suspense fallback={null}>
        {palette && !again && <Palette />}
        {step && <StepUpDialog {...step} />}
        {endsAt !== null && <IdleDialog endsAt={endsAt} />}
        {again && <ReLoginDialog />}
      </Suspense>
    </PageBoundary>
  )
}

/** The help panel, beside the page. */
function Help() {
  const open = useStore(helpOpen) !== null
  return (
    <PageBoundary onClose={() => helpOpen.set(null)}>
      <Suspense fallback={null}>{open && <HelpPanel />}</Suspense>
    </PageBoundary>
  )
}

function Bottom() {
  return (
    <ToastRegion label={t('shell.toasts')} toasts={useStore(toasts)} closeLabel={t('shell.close')} onClose={closeToast}>
      {useStore(bars).map(({ key, bar }) => (
        <div key={key}>{bar}</div>
      ))}
    </ToastRegion>
  )
}

/** Toasts and dialogs of every page, loaded after the first screen. */
export function ShellOverlays() {
  return (
    <>
      <Bottom />
      <Help />
      <Overlays />
    </>
  )
}
