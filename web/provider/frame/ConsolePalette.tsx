import { useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { setTheme } from '../../platform/state/theme.ts'
import { CommandPalette } from '../../platform/feedback/CommandPalette.tsx'
import { matchCommands } from '../../platform/feedback/matchCommands.ts'
import { go } from './address.ts'
import { mayOpen } from './consoleRoute.ts'
import { paletteOpen } from './paletteOpen.ts'
import { signOut } from './signOut.ts'
import { useFrame } from './useStaff.ts'

type Command = { key: string; label: string; run: () => void }

/** The pages that this person may open, and what can be done from anywhere. */
function useCommands(): Command[] {
  const { routes, staff } = useFrame()
  const pages = routes.filter((route) => !route.path.includes('{') && mayOpen(route, staff.roles))
  return [
    ...pages.map(({ path, title }) => ({ key: path, label: t(title), run: () => go(path) })),
    { key: 'dark', label: t('shell.palette.dark'), run: () => setTheme('dark') },
    { key: 'light', label: t('shell.palette.light'), run: () => setTheme('light') },
    { key: 'sign-out', label: t('shell.user.signOut'), run: () => void signOut() },
  ]
}

/** The palette of pages (Ctrl or ⌘ + K): filters while typing, Enter opens the selected one. */
export function ConsolePalette() {
  const [text, setText] = useState('')
  return (
    <CommandPalette text={text} onText={setText} commands={matchCommands(useCommands(), text)} onClose={() => paletteOpen.set(false)} />
  )
}
