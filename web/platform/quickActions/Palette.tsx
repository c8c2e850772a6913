import { useEffect } from 'react'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { type Command, pageCommands } from './commands.ts'
import { setTheme } from '../state/theme.ts'
import { continueOnPhone } from '../session/continueOnPhone.tsx'
import { quickActionsOf } from './quickActions.ts'
import { mayContinue } from '../session/mayContinue.ts'
import { focusSearch } from './focusSearch.ts'
import { go } from '../routes/go.ts'
import { openDocs, openPanelDocs } from '../routes/openDocs.ts'
import { chargeHref } from '../navigation/menuOf.ts'
import { switchMode } from '../navigation/merchantChanged.ts'
import { usePaletteFinds } from './paletteFinds.ts'
import { inputIsReady, paletteOpen, paletteText } from './paletteOpen.ts'
import { type Session, useSession } from '../session/session.ts'
import { screensOf } from './screensOf.ts'
import { signOut } from '../session/signOut.ts'
import { useStore } from '../state/store.ts'
import { CommandPalette, matching } from '../feedback/CommandPalette.tsx'

/** Pages and actions that this member may use, from the same route table as the menu. */
function commandsOf(session: Session): Command[] {
  const { merchant, merchants, mode } = session
  const screens = screensOf(session).map(({ name, title, href }): Command => ({
    key: name,
    label: t(`shell.route.${title}`),
    run: () => go(href),
    group: 'screen',
  }))
  const shops = merchants
    .filter(({ id }) => id !== merchant?.id)
    .map(({ id, name }): Command => ({
      key: id,
      label: t('shell.palette.shop', { shop: name }),
      run: () => go(paths.operations(id)),
      group: 'screen',
    }))
  const list = merchant && merchant.status !== 'pending' ? paths.operations(merchant.id) : null
  const charge = chargeHref(session)
  const other = mode === 'live' ? 'sandbox' : 'live'
  const docs = [
    { key: 'docs', label: t('shell.docs'), run: openDocs },
    { key: 'docs-panel', label: t('shell.docs.panel'), run: openPanelDocs },
  ]
  return [
    ...(charge === null ? [] : [{ key: 'charge', label: t('offlineCheckout.charge'), run: () => go(charge) }]),
    ...screens,
    ...quickActionsOf(session),
    ...shops,
    ...(list === null ? [] : [{ key: 'search', label: t('shell.palette.search'), run: () => void (go(list), focusSearch()) }]),
    ...(merchant?.sandboxEnabled && !session.account.sandboxOnly
      ? [{ key: 'mode', label: t(`shell.palette.mode.${other}`), run: () => void (switchMode(other), go(paths.operations(merchant.id))) }]
      : []),
    ...(session.may('apiCallList') ? docs : []),
    ...(mayContinue(session) ? [{ key: 'phone', label: t('shell.continue'), run: continueOnPhone }] : []),
    { key: 'dark', label: t('shell.palette.dark'), run: () => setTheme('dark') },
    { key: 'light', label: t('shell.palette.light'), run: () => setTheme('light') },
    { key: 'sign-out', label: t('shell.user.signOut'), run: () => void signOut() },
  ]
}

/** The command palette (Ctrl or ⌘ + K): filters while typing, Enter runs the selected command. */
export function Palette() {
  const session = useSession()
  const ofPage = useStore(pageCommands)
  const text = useStore(paletteText)
  const { finds, looking } = usePaletteFinds(text, session)
  useEffect(() => () => paletteText.set(''), [])
  return (
    <CommandPalette
      text={text}
      onText={(typed) => paletteText.set(typed)}
      found={[...matching([...ofPage, ...commandsOf(session)], text), ...finds]}
      looking={looking}
      onOpened={inputIsReady}
      onClose={() => paletteOpen.set(false)}
    />
  )
}
