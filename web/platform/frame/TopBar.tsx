import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Search from 'lucide-react/icons/search'
import { memo } from 'react'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { BrandMark } from '../ui/feedback/BrandMark.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Kbd } from '../ui/controls/Kbd.tsx'
import { Tag } from '../ui/feedback/Tag.tsx'
import { helpOpen } from '../help/helpOpen.ts'
import { Bell } from '../live/Bell.tsx'
import { MerchantMenu } from './MerchantMenu.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { paletteOpen } from '../quickActions/paletteOpen.ts'
import { useSession } from '../session/session.ts'
import { UserMenu } from './UserMenu.tsx'

/** The context of everything below: merchant, mode and role, on every screen and in print. */
export const TopBar = memo(function Strip() {
  const { roleName, sandbox } = useSession()
  return (
    <header className="strip print:flex print:gap-6 col-span-full grid items-center max-md:sticky max-md:top-0 max-md:z-6 max-md:flex max-md:min-h-14 max-md:py-1 max-md:bg-canvas max-md:pr-2 max-md:pl-4 md:grid-cols-[5.75rem_minmax(0,1fr)_auto] md:pr-6 lg:grid-cols-[14.5rem_minmax(0,1fr)_auto]">
      <Anchor href={paths.root()} className="flex items-center max-lg:justify-center max-md:hidden lg:pl-6">
        <span className="lg:hidden print:hidden">
          <BrandMark brand={settings().brand} nameHidden />
        </span>
        <span className="max-lg:hidden print:block">
          <BrandMark brand={settings().brand} />
        </span>
      </Anchor>
      <div className="flex min-w-0 flex-1 items-center gap-3 max-md:gap-2 md:pl-6 lg:pl-9">
        <MerchantMenu below={<span className="block truncate text-xs text-ink-3 md:hidden">{t(`shell.role.${roleName}`)}</span>} />
        {sandbox && (
          <span className="max-lg:hidden">
            <Tag kind="sandbox">{t('shell.mode.tag')}</Tag>
          </span>
        )}
        <ModeSwitch />
        <span className="text-md whitespace-nowrap text-ink-3 max-md:hidden">{t(`shell.role.${roleName}`)}</span>
      </div>
      <div className="flex items-center gap-1.5 print:hidden">
        <button
          type="button"
          className="flex h-9 items-center gap-2 rounded-2 px-2.5 text-md text-ink-3 hover:bg-hover max-md:hidden"
          onClick={() => paletteOpen.set(true)}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{t('shell.palette.open')}</span>
          <Kbd className="max-lg:hidden">{t('shell.palette.keys')}</Kbd>
        </button>
        {/* Where it has no room, the help is in the user’s own menu. */}
        <IconButton
          className="max-[22.5rem]:hidden"
          label={t('shell.help')}
          icon={<CircleQuestionMark aria-hidden />}
          onClick={() => helpOpen.set(helpOpen.get() === null ? 'screen' : null)}
        />
        <Bell />
        <span className="max-md:hidden">
          <UserMenu />
        </span>
      </div>
    </header>
  )
})
