import './copyButton.css'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { copyText } from './copyText.ts'

type CopyButtonProps = {
  text: string
  label: string
  /** Shown and announced for two seconds after copying. */
  copiedLabel: string
  /** Only the icon; the label is its name. */
  iconOnly?: boolean
}

/** Copies a text, with visible and announced feedback. */
export function CopyButton({ text, label, copiedLabel, iconOnly = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const words = copied ? copiedLabel : label
  return (
    <button
      type="button"
      aria-label={label}
      title={iconOnly ? words : undefined}
      className="copy-button"
      onClick={() => void copyText(text).then(setCopied)}
    >
      {copied ? <Check aria-hidden className="size-3.75" /> : <Copy aria-hidden className="size-3.75" />}
      {!iconOnly && words}
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </button>
  )
}
