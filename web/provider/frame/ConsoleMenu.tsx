import { Suspense } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { ConsoleBoundary } from './ConsoleBoundary.tsx'
import type { MenuEntry, Section } from './consoleRoute.ts'
import { SectionIcon } from './SectionIcon.tsx'

const entry =
  'side-entry relative flex items-center rounded-2 font-medium max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:px-0.5 max-lg:py-2 max-lg:text-center max-lg:text-xs max-lg:leading-tight lg:h-9.5 lg:gap-2.75 lg:px-3'

type ConsoleMenuProps = { entries: readonly MenuEntry[]; present: Section | null }

/** The menu at the left: icons with labels beside them from 1200 px, below them from 768 px. */
export function ConsoleMenu({ entries, present }: ConsoleMenuProps) {
  return (
    <nav
      aria-label={t('shell.nav.label')}
      className="flex flex-col gap-0.5 print:hidden max-lg:gap-1 max-lg:px-2 max-lg:py-2.5 max-md:hidden lg:py-3.5 lg:pr-3.5 lg:pl-3"
    >
      {entries.map(({ section, href, badge: Badge }) => (
        <Anchor key={section} href={href} className={entry} aria-current={section === present ? 'page' : undefined}>
          <SectionIcon section={section} />
          {t(`console.section.${section}`)}
          {Badge && (
            <ConsoleBoundary silent>
              <Suspense fallback={null}>
                <span className="lg:ml-auto max-lg:absolute max-lg:top-1 max-lg:right-2">
                  <Badge />
                </span>
              </Suspense>
            </ConsoleBoundary>
          )}
        </Anchor>
      ))}
    </nav>
  )
}
