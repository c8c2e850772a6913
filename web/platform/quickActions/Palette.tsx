import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { type Command, pageCommands } from './commands.ts'
import { setTheme } from '../state/theme.ts'
import { continueOnPhone } from '../session/continueOnPhone.tsx'
import { quickActionsOf } from './quickActions.ts'
import { mayContinue } from '../session/mayContinue.ts'
import { focusSearch } from './focusSearch.ts'
import { go } from '../routes/go.ts'
import { chargeHref } from '../navigation/menuOf.ts'
import { switchMode } from '../navigation/merchantChanged.ts'
import { usePaletteFinds } from './paletteFinds.ts'
import { inputIsReady, paletteOpen, paletteText } from './paletteOpen.ts'
import { type Session, useSession } from '../session/session.ts'
import { screensOf } from './screensOf.ts'
import { signOut } from '../session/signOut.ts'
import { useStore } from '../state/store.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

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
  return [
    ...(charge === null ? [] : [{ key: 'charge', label: t('offlineCheckout.charge'), run: () => go(charge) }]),
    ...screens,
    ...quickActionsOf(session),
    ...shops,
    ...(list === null ? [] : [{ key: 'search', label: t('shell.palette.search'), run: () => void (go(list), focusSearch()) }]),
    ...(merchant?.sandboxEnabled && !session.account.sandboxOnly
      ? [{ key: 'mode', label: t(`shell.palette.mode.${other}`), run: () => void (switchMode(other), go(paths.operations(merchant.id))) }]
      : []),
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
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element | null>(null)
  const text = useStore(paletteText)
  const [key, setKey] = useState<string | null>(null)
  const listId = useId()
  const words = plain(text).split(/\s+/).filter(Boolean)
  const { finds, looking } = usePaletteFinds(text, session)
  const named = [...ofPage, ...commandsOf(session)].filter(({ label }) => words.every((word) => plain(label).includes(word)))
  const found = [...named, ...finds]
  // Selects the first command at first; then keeps the selection, whatever results arrive before it.
  const chosen = Math.max(
    found.findIndex((command) => command.key === key),
    0,
  )
  const chosenKey = found[chosen]?.key ?? null
  if (key !== chosenKey) setKey(chosenKey)

  // In a layout effect, so that no key is lost between the keys typed ahead and the input.
  useLayoutEffect(() => {
    opener.current = document.activeElement
    inputIsReady()
    dialog.current?.showModal()
  }, [])
  // After unmounting: while the dialog is open nothing else can take the focus.
  useEffect(
    () => () => {
      paletteText.set('')
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
    [],
  )
  useEffect(() => {
    void document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const run = (command: Command | undefined) => {
    if (!command) return
    paletteOpen.set(false)
    command.run()
  }
  const step = (by: number) => setKey(found.at((chosen + by) % found.length)?.key ?? null)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[chosen])
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('shell.palette.title')}
      className="palette m-auto mt-[12vh] w-[min(560px,calc(100vw-16px))] rounded-4 border border-line bg-sheet p-0 text-ink shadow-3"
      onCancel={() => paletteOpen.set(false)}
      onPointerDown={(event) => event.target === event.currentTarget && paletteOpen.set(false)}
    >
      <input
        className="h-14 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-ink-3"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-label={t('shell.palette.placeholder')}
        placeholder={t('shell.palette.placeholder')}
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          paletteText.set(event.target.value)
          setKey(null)
        }}
      />
      <ul id={listId} role="listbox" aria-label={t('shell.palette.title')} className="max-h-[50vh] overflow-y-auto p-1.5">
        {found.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above has the focus and handles the keys
          <li
            key={command.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={`cursor-pointer rounded-2 px-3.5 py-2.5 ${index === chosen ? 'bg-selected font-medium' : ''}`}
            onPointerMove={() => setKey(command.key)}
            onClick={() => run(command)}
          >
            {command.label}
          </li>
        ))}
        {found.length === 0 && <li className="px-3.5 py-4 text-ink-2">{t(looking ? 'shell.palette.looking' : 'shell.palette.empty')}</li>}
      </ul>
    </dialog>
  )
}
