import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'

type FileDropProps = {
  /** The drop hint; hidden on phones. */
  invitation: ReactNode
  /** Label of the button, and accessible name of the file input. */
  chooseLabel: string
  icon: ReactNode
  /** As in `<input accept>`; by default any file. */
  accept?: string
  onFile: (file: File) => void
  /** Several at once: `onFile` gets one after the other. */
  multiple?: boolean
  /** Formats and size: below the button. */
  limits?: ReactNode
  /** A button to take a photograph, where there is a camera. */
  cameraLabel?: string
  cameraIcon?: ReactNode
  busy?: boolean
  busyLabel?: string
  filled?: boolean
  /** Id of the button, for an error that links to it. */
  id?: string
  describedBy?: string
}

/** Input of a file, or of several: dropped, chosen or photographed. */
export function FileDrop(props: FileDropProps) {
  const {
    invitation,
    chooseLabel,
    icon,
    accept,
    onFile,
    multiple = false,
    limits,
    cameraLabel,
    cameraIcon,
    busy,
    busyLabel,
    filled = false,
    id,
    describedBy,
  } = props
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, multiple ? undefined : 1)) onFile(file)
  }
  const hidden = {
    type: 'file',
    className: 'sr-only',
    tabIndex: -1,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      take(target.files)
      target.value = ''
    },
  }
  return (
    <div
      className={`grid justify-items-center gap-3 rounded-4 border-[1.5px] border-dashed px-6 py-7 text-center ${over ? 'border-accent bg-selected' : 'border-line-input'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <p className="text-md text-ink-2 max-md:sr-only">{invitation}</p>
      <input ref={input} {...hidden} aria-label={chooseLabel} accept={accept} multiple={multiple} />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          id={id}
          aria-describedby={describedBy}
          variant={filled ? 'filled' : 'outlined'}
          icon={icon}
          sends={false}
          onClick={() => input.current?.click()}
          {...(busy !== undefined && { busy })}
          {...(busyLabel !== undefined && { busyLabel })}
        >
          {chooseLabel}
        </Button>
        {cameraLabel && (
          <span className="hidden pointer-coarse:contents">
            <input ref={camera} {...hidden} aria-label={cameraLabel} accept="image/jpeg,image/png" capture="environment" />
            <Button icon={cameraIcon} onClick={() => camera.current?.click()}>
              {cameraLabel}
            </Button>
          </span>
        )}
      </div>
      {limits && <p className="text-sm text-ink-3">{limits}</p>}
    </div>
  )
}
