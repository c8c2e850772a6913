import Search from 'lucide-react/icons/search'
import { joinTexts } from '#domain/platform/direction'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'
import { paletteOpen } from './paletteOpen.ts'
import { initialsOf, personName, rolesText } from './personName.ts'
import { OwnMenuHeader } from './OwnMenuHeader.tsx'
import { useOwnMenu } from './useOwnMenu.tsx'
import { useStaff } from './useStaff.ts'

/** Above every page: that this is the console, who I am and in which roles, the palette, and my own menu. */
export function ConsoleStrip() {
  const staff = useStaff()
  const own = useOwnMenu()
  const name = personName(staff)
  const roles = rolesText(staff.roles)
  const who = joinTexts([name, roles], ' · ')
  return (
    <header className="strip print:flex print:gap-6 col-span-full grid items-center max-md:sticky max-md:top-0 max-md:z-6 max-md:flex max-md:min-h-14 max-md:py-1 max-md:bg-canvas max-md:pr-2 max-md:pl-4 md:grid-cols-[5.75rem_minmax(0,1fr)_auto] md:pr-6 lg:grid-cols-[14.5rem_minmax(0,1fr)_auto]">
      <Anchor href="/console" className="flex items-center max-lg:justify-center max-md:hidden lg:pl-6">
        <span className="lg:hidden print:hidden">
          <BrandMark brand={settings().brand} nameHidden />
        </span>
        <span className="max-lg:hidden print:block">
          <BrandMark brand={settings().brand} />
        </span>
      </Anchor>
      <div className="flex min-w-0 flex-1 items-center gap-3 md:pl-6 lg:pl-9">
        <span className="shrink-0 rounded-full border border-line-strong px-2.5 py-0.5 text-sm font-strong">{t('console.name')}</span>
        <span className="truncate text-md text-ink-3">{who}</span>
      </div>
      <div className="flex items-center gap-1.5 max-md:hidden print:hidden">
        <button
          type="button"
          className="flex h-9 items-center gap-2 rounded-2 px-2.5 text-md text-ink-3 hover:bg-hover"
          onClick={() => paletteOpen.set(true)}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{t('shell.palette.open')}</span>
          <Kbd className="max-lg:hidden">{t('shell.palette.keys')}</Kbd>
        </button>
        <Menu
          label={t('shell.user.menu')}
          triggerClassName="avatar grid size-[2.25rem] place-items-center rounded-full text-sm font-title"
          trigger={
            <>
              <span aria-hidden>{initialsOf(name)}</span>
              <span className="sr-only">{t('shell.user.menuOf', { name })}</span>
            </>
          }
          header={<OwnMenuHeader />}
          items={own}
        />
      </div>
    </header>
  )
}
