import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { closeToast, toasts } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { useStore } from '../../platform/state/store.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { ToastRegion } from '../../platform/ui/feedback/ToastRegion.tsx'
import { useAddress } from './address.ts'
import { ConsoleBottomBar } from './ConsoleBottomBar.tsx'
import { ConsoleBoundary } from './ConsoleBoundary.tsx'
import { ConsoleMenu } from './ConsoleMenu.tsx'
import { menuFor, type Section } from './consoleRoute.ts'
import { ConsoleStrip } from './ConsoleStrip.tsx'
import { startKeepActive } from './keepActive.ts'
import { paletteOpen, startPaletteKey } from './paletteOpen.ts'
import { useKeptFocus } from './useKeptFocus.ts'
import { useFrame } from './useStaff.ts'

const ConsolePalette = lazyWithRetry(async () => (await import('./ConsolePalette.tsx')).ConsolePalette)

/** Strip, menu and the page's sheet; three size classes. `present`: the entry of the menu that the page belongs to. */
export function ConsoleShell({ present, children }: { present: Section | null; children: ReactNode }) {
  const { routes, staff } = useFrame()
  const { isDefault } = useScreenSize()
  const entries = menuFor(routes, staff.roles)
  const palette = useStore(paletteOpen)
  useEffect(startPaletteKey, [])
  useEffect(startKeepActive, [])
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
      <div className="min-h-dvh print:block max-md:flex max-md:flex-col max-md:pb-[calc(var(--bottom-bar)+8px)] md:grid md:grid-cols-[5.75rem_minmax(0,1fr)] md:grid-rows-[3.75rem_1fr] lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <ConsoleStrip />
        {!isDefault && <ConsoleMenu entries={entries} present={present} />}
        <Sheet>{children}</Sheet>
      </div>
      {isDefault && <ConsoleBottomBar entries={entries} present={present} />}
      <ConsoleBoundary silent>
        <Suspense fallback={null}>{palette && <ConsolePalette />}</Suspense>
      </ConsoleBoundary>
      <ToastRegion label={t('shell.toasts')} toasts={useStore(toasts)} closeLabel={t('shell.close')} onClose={closeToast} />
    </>
  )
}

/** The page's sheet. A page opened by a link begins at its top, with the focus on its content. */
function Sheet({ children }: { children: ReactNode }) {
  const { path } = useAddress()
  const sheet = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  useKeptFocus(sheet)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    scrollTo({ top: 0 })
    sheet.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <main
      ref={sheet}
      id="contenido"
      tabIndex={-1}
      className="min-w-0 border-line bg-sheet outline-none [--gutter:36px] max-lg:[--gutter:24px] max-md:flex-1 max-md:rounded-t-4 max-md:border-t max-md:[--gutter:16px] md:rounded-tl-4 md:border-t md:border-l px-(--gutter) pt-7 pb-10 max-md:pt-5"
    >
      {children}
    </main>
  )
}
