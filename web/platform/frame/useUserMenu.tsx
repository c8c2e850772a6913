import BookOpen from 'lucide-react/icons/book-open'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { openDocs } from '../routes/openDocs.ts'
import type { MenuItem } from '../ui/controls/Menu.tsx'
import { setTheme, type Theme, theme } from '../state/theme.ts'
import { menuOf } from '../navigation/menuOf.ts'
import { helpOpen } from '../help/helpOpen.ts'
import { SectionIcon } from './SectionIcon.tsx'
import { mayContinue } from '../session/mayContinue.ts'
import { useSession } from '../session/session.ts'
import { signOut } from '../session/signOut.ts'
import { useStore } from '../state/store.ts'
import { showToast } from '../feedback/toasts.ts'

const themes: readonly (readonly [Theme, typeof Sun])[] = [
  ['system', Monitor],
  ['light', Sun],
  ['dark', Moon],
]

const toPhone = () =>
  void import('../session/continueOnPhone.tsx').then(
    ({ continueOnPhone }) => continueOnPhone(),
    () => showToast(t('shell.error.noConnection')),
  )

/**
 * The user’s own menu items; `withSections` on phones, where no menu is visible: also the sections that do not fit in the bottom bar, without what is in
 * the settings among them.
 */
export function useUserMenu(withSections = false): MenuItem[] {
  const chosen = useStore(theme)
  const session = useSession()
  // Where "Hoy" takes the list’s place in the bottom bar, the list is here too.
  const sections = menuOf(session).filter(({ section }) => section !== 'operations' || session.may('inboxList'))
  const hasSettings = withSections && sections.some(({ section }) => section === 'settings')
  return [
    ...(withSections
      ? sections.map(({ section, href }) => ({
          key: section,
          label: t(`shell.route.${section}`),
          icon: <SectionIcon section={section} />,
          href,
        }))
      : []),
    ...(!hasSettings && session.may('passwordChange')
      ? [{ key: 'password', label: t('settings.changePassword'), icon: <KeyRound aria-hidden />, href: paths.changePassword() }]
      : []),
    ...(session.may('apiCallList') ? [{ key: 'docs', label: t('shell.docs'), icon: <BookOpen aria-hidden />, onSelect: openDocs }] : []),
    ...(hasSettings ? [] : themes).map(([name, Icon]) => ({
      key: name,
      label: t(`shell.theme.${name}`),
      icon: <Icon aria-hidden />,
      checked: chosen === name,
      onSelect: () => setTheme(name),
    })),
    ...(withSections || !mayContinue(session)
      ? []
      : [{ key: 'phone', label: t('shell.continue'), icon: <Smartphone aria-hidden />, onSelect: toPhone }]),
    {
      key: 'help',
      label: t('shell.route.help'),
      icon: <CircleQuestionMark aria-hidden />,
      onSelect: () => helpOpen.set('screen'),
    },
    { key: 'sign-out', label: t('shell.user.signOut'), icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
  ]
}
