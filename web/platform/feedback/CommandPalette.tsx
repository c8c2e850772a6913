import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'

type PaletteCommand = { key: string; label: string; run: () => void }

type CommandPaletteProps = {
  text: string
  onText: (text: string) => void
  /** The commands that `text` leaves. */
  commands: readonly PaletteCommand[]
  /** Further commands may still come. */
  looking?: boolean
  /** Once the field has the keys. */
  onOpened?: () => void
  onClose: () => void
}

/** A dialog with a field and the commands that it leaves: the arrow keys select one, Enter runs it. */
export function CommandPalette({ text, onText, commands, looking = false, onOpened, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element | null>(null)
  const opened = useRef(onOpened)
  const [key, setKey] = useState<string | null>(null)
  const listId = useId()
  // Selects the first command at first; then keeps the selection, whatever results arrive before it.
  const chosen = Math.max(
    commands.findIndex((command) => command.key === key),
    0,
  )
  const chosenKey = commands[chosen]?.key ?? null
  if (key !== chosenKey) setKey(chosenKey)

  // In a layout effect, so that no key is lost between the keys typed ahead and the input.
  useLayoutEffect(() => {
    opener.current = document.activeElement
    opened.current?.()
    dialog.current?.showModal()
  }, [])
  // After unmounting: while the dialog is open nothing else can take the focus.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
    [],
  )
  useEffect(() => {
    void document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const run = (command: PaletteCommand | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const step = (by: number) => setKey(commands.at((chosen + by) % commands.length)?.key ?? null)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(commands[chosen])
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
      onCancel={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <input
        className="h-14 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-ink-3"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-label={t('shell.palette.placeholder')}
        placeholder={t('shell.palette.placeholder')}
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          onText(event.target.value)
          setKey(null)
        }}
      />
      <ul id={listId} role="listbox" aria-label={t('shell.palette.title')} className="max-h-[50vh] overflow-y-auto p-1.5">
        {commands.map((command, index) => (
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
        {commands.length === 0 && (
          <li className="px-3.5 py-4 text-ink-2">{t(looking ? 'shell.palette.looking' : 'shell.palette.empty')}</li>
        )}
      </ul>
    </dialog>
  )
}
