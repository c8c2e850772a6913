import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sun from 'lucide-react/icons/sun'
import { t } from '../../platform/i18n/t.ts'
import { setTheme, type Theme, theme } from '../../platform/state/theme.ts'
import { useStore } from '../../platform/state/store.ts'
import type { MenuItem } from '../../platform/ui/controls/Menu.tsx'
import type { MenuEntry } from './consoleRoute.ts'
import { SectionIcon } from './SectionIcon.tsx'
import { signOut } from './signOut.ts'

const themes: readonly (readonly [Theme, typeof Sun])[] = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
]

/** A person's own menu. `further`: on phones, the entries that do not fit in the bottom bar. */
export function useOwnMenu(further: readonly MenuEntry[] = []): MenuItem[] {
  const chosen = useStore(theme)
  return [
    ...further.map(({ section, href }) => ({
      key: section,
      label: t(`console.section.${section}`),
      icon: <SectionIcon section={section} />,
      href,
    })),
    { key: 'security', label: t('console.security'), icon: <ShieldCheck aria-hidden />, href: '/console/security' },
    ...themes.map(([name, Icon]) => ({
      key: name,
      label: t(`shell.theme.${name}`),
      icon: <Icon aria-hidden />,
      checked: chosen === name,
      onSelect: () => setTheme(name),
    })),
    { key: 'sign-out', label: t('shell.user.signOut'), icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
  ]
}
