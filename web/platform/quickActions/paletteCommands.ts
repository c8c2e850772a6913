import { helpOpen } from '../help/helpOpen.ts'
import { messageOf } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { switchMode } from '../navigation/merchantChanged.ts'
import { chargeHref, shopHref } from '../navigation/menuOf.ts'
import { go } from '../routes/go.ts'
import { openDocs, openPanelDocs } from '../routes/openDocs.ts'
import { paths } from '../routes/paths.ts'
import { continueOnPhone } from '../session/continueOnPhone.tsx'
import { mayContinue } from '../session/mayContinue.ts'
import type { Session } from '../session/session.ts'
import { signOut } from '../session/signOut.ts'
import { setTheme } from '../state/theme.ts'
import type { Command } from './commands.ts'
import { focusSearch } from './focusSearch.ts'
import { quickActionsOf } from './quickActions.ts'
import { refundMode } from './refundMode.ts'
import { screensOf } from './screensOf.ts'

/** Pages and actions that this member may use, from the same route table as the menu. */
function commandsOf(session: Session): Command[] {
  const { merchant, merchants, mode, may } = session
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
  const list = shopHref('operations', session)
  const charge = chargeHref(session)
  const other = mode === 'live' ? 'sandbox' : 'live'
  const docs = [
    { key: 'docs', label: t('shell.docs'), run: openDocs },
    { key: 'docs-panel', label: t('shell.docs.panel'), run: openPanelDocs },
  ]
  return [
    ...(charge === null ? [] : [{ key: 'charge', label: t('offlineCheckout.charge'), run: () => go(charge) }]),
    ...(list !== null && may('operationRefund')
      ? [{ key: 'refund', label: t('shell.bottom.refund'), run: () => void (refundMode.set(true), go(list)) }]
      : []),
    ...screens,
    ...quickActionsOf(session),
    ...shops,
    ...(list === null ? [] : [{ key: 'search', label: t('shell.palette.search'), run: () => void (go(list), focusSearch()) }]),
    ...(merchant?.sandboxEnabled && !session.account.sandboxOnly
      ? [{ key: 'mode', label: t(`shell.palette.mode.${other}`), run: () => void (switchMode(other), go(paths.operations(merchant.id))) }]
      : []),
    { key: 'contact', label: t('shell.help.contact'), run: () => helpOpen.set('contact') },
    ...(may('apiCallList') ? docs : []),
    ...(mayContinue(session) ? [{ key: 'phone', label: t('shell.continue'), run: continueOnPhone }] : []),
    { key: 'dark', label: t('shell.palette.dark'), run: () => setTheme('dark') },
    { key: 'light', label: t('shell.palette.light'), run: () => setTheme('light') },
    { key: 'sign-out', label: t('shell.user.signOut'), run: () => void signOut() },
  ]
}

/** What else people call a command, in the language of the page. */
function otherWords(key: string): string[] {
  const words = messageOf(`palette.words.${key}`)
  return typeof words === 'string' ? words.split(', ') : []
}

/** The commands of the present screen, then those of everywhere; one of each key, each with its other words. */
export function paletteCommands(session: Session, ofPage: readonly Command[] = []): Command[] {
  const own = new Set(ofPage.map(({ key }) => key))
  const all = [...ofPage, ...commandsOf(session).filter(({ key }) => !own.has(key))]
  return all.map((command) => ({ ...command, words: otherWords(command.key) }))
}
