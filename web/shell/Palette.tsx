import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { type Command, pageCommands } from './commands.ts'
import { setTheme } from './display.ts'
import { continueOnPhone } from './continueOnPhone.tsx'
import { mayContinue } from './mayContinue.ts'
import { focusSearch } from './focusSearch.ts'
import { go } from './go.ts'
import { chargeHref, menuOf } from './menuOf.ts'
import { switchMode } from './merchantChanged.ts'
import { paletteOpen } from './paletteOpen.ts'
import { type Session, useSession } from './session.ts'
import { signOut } from './signOut.ts'
import { useStore } from './store.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Places and actions that this person may use, from the same table as the menu. */
function commandsOf(session: Session): Command[] {
  const { merchant, merchants, mode } = session
  const screens = menuOf(session).map(({ section, href }): Command => ({
    key: section,
    label: t(`shell.route.${section}`),
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
    { key: 'password', label: t('shell.user.changePassword'), run: () => go(paths.changePassword()), group: 'screen' },
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

/** Ctrl or ⌘ + K: type a few letters, Enter goes there or does it. */
export function Palette() {
  const session = useSession()
  const ofPage = useStore(pageCommands)
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found = [...ofPage, ...commandsOf(session)].filter(({ label }) => words.every((word) => plain(label).includes(word)))
  const chosen = Math.min(at, found.length - 1)

  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useEffect(() => {
    void document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const run = (command: Command | undefined) => {
    if (!command) return
    paletteOpen.set(false)
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[chosen])
    else if (event.key === 'ArrowDown') setAt((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % found.length)
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
          setText(event.target.value)
          setAt(0)
        }}
      />
      <ul id={listId} role="listbox" aria-label={t('shell.palette.title')} className="max-h-[50vh] overflow-y-auto p-1.5">
        {found.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box above has the focus and hears the keys
          <li
            key={command.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={`cursor-pointer rounded-2 px-3.5 py-2.5 ${index === chosen ? 'bg-selected font-medium' : ''}`}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            {command.label}
          </li>
        ))}
        {found.length === 0 && <li className="px-3.5 py-4 text-ink-2">{t('shell.palette.empty')}</li>}
      </ul>
    </dialog>
  )
}
