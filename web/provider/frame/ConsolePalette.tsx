import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { setTheme } from '../../platform/state/theme.ts'
import { go } from './address.ts'
import { mayOpen } from './consoleRoute.ts'
import { paletteOpen } from './paletteOpen.ts'
import { signOut } from './signOut.ts'
import { useFrame } from './useStaff.ts'

type Command = { key: string; label: string; run: () => void }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

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
  const dialog = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => document.activeElement)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found = useCommands().filter(({ label }) => words.every((word) => plain(label).includes(word)))
  const chosen = Math.min(at, Math.max(found.length - 1, 0))

  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
  const run = (command: Command | undefined) => {
    if (!command) return
    paletteOpen.set(false)
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[chosen])
    else if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(found.length, 1))
    else if (event.key === 'ArrowUp') setAt((chosen + found.length - 1) % Math.max(found.length, 1))
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
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above has the focus and handles the keys
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
