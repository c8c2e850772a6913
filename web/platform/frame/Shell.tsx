import { type ReactNode, Suspense, useEffect } from 'react'
import { t } from '../i18n/t.ts'
import { Live } from '../ui/feedback/Live.tsx'
import { SandboxFrame } from '../ui/feedback/SandboxFrame.tsx'
import { useScreenSize } from '../ui/feedback/screenSize.ts'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { Banners } from './Banners.tsx'
import { idleEndsAt } from '../session/idleEndsAt.ts'
import { paletteOpen } from '../quickActions/paletteOpen.ts'
import type { Top } from '../routes/screen.ts'
import { setPageHead } from '../routes/pageHead.ts'
import { reLoginOpen } from '../session/reLogin.ts'
import { useSession } from '../session/session.ts'
import { Sidebar } from './Sidebar.tsx'
import { PageBoundary } from '../outage/PageBoundary.tsx'
import { stepUpOpen } from '../session/stepUp.ts'
import { useStore } from '../state/store.ts'
import { TopBar } from './TopBar.tsx'
import { TopPlace } from './TopPlace.tsx'
import { bars, closeToast, toasts } from '../feedback/toasts.ts'
import { useAddress } from '../routes/useAddress.ts'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'

// On phones only, and fixed over the page, so it causes no layout shift when it loads.
const BottomBar = lazyWithRetry(async () => (await import('./BottomBar.tsx')).BottomBar)
const Palette = lazyWithRetry(async () => (await import('../quickActions/Palette.tsx')).Palette)
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

function Bottom() {
  return (
    <ToastRegion label={t('shell.toasts')} toasts={useStore(toasts)} closeLabel={t('shell.close')} onClose={closeToast}>
      {useStore(bars).map(({ key, bar }) => (
        <div key={key}>{bar}</div>
      ))}
    </ToastRegion>
  )
}

/** Top bar, menu and the page’s sheet; three size classes. */
export function Shell({ top, children }: { top: Top | undefined; children: ReactNode }) {
  const { isDefault } = useScreenSize()
  const { merchant, mode, sandbox, may } = useSession()
  const { route } = useAddress()
  const title = t(`shell.route.${route?.title ?? 'operations'}` as 'shell.route.operations') // every title of the route table has its text; a test compares them

  useEffect(() => setPageHead(title, mode), [title, mode])

  return (
    <>
      <a
        href="#contenido"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('contenido')?.focus()
        }}
      >
        {t('shell.skip')}
      </a>
      {sandbox && <SandboxFrame />}
      <div className="min-h-dvh max-md:flex max-md:flex-col max-md:pb-19 md:grid md:grid-cols-[92px_minmax(0,1fr)] md:grid-rows-[60px_1fr] lg:grid-cols-[232px_minmax(0,1fr)]">
        <TopBar />
        {!isDefault && <Sidebar />}
        <div className="flex min-w-0 flex-col max-md:flex-1">
          <Banners />
          {top && may('inboxList') && merchant && <TopPlace key={merchant.id} top={top} />}
          <main
            id="contenido"
            tabIndex={-1}
            className="min-w-0 flex-1 border-line bg-sheet outline-none [--gutter:36px] max-lg:[--gutter:24px] max-md:rounded-t-4 max-md:border-t max-md:[--gutter:16px] md:rounded-tl-4 md:border-t md:border-l px-(--gutter) pt-7 pb-10 max-md:pt-5"
          >
            {children}
          </main>
        </div>
      </div>
      <PageBoundary spare={title}>
        <Suspense fallback={null}>{isDefault && <BottomBar />}</Suspense>
      </PageBoundary>
      <Bottom />
      <Overlays />
      <Live message={merchant ? t('shell.context', { shop: merchant.name, mode: t(`shell.mode.${mode}`) }) : ''} />
    </>
  )
}
