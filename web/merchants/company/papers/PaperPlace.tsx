import type { PaperLine } from '#domain/merchants/company/paperText'
import { t } from '../../../platform/i18n/t.ts'

type PaperPlaceProps = {
  at: PaperLine
  /** Other lines of the document, drawn as strokes for orientation. */ lines?: readonly PaperLine[]
}

const height = 64

/** The position of a text in a document: in words, and marked on a thumbnail of its page. */
export function PaperPlace({ at, lines = [] }: PaperPlaceProps) {
  const width = height * at.shape
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-3">
      <svg
        role="img"
        aria-label={t('company.place.picture', { page: at.page, line: at.line })}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="flex-none rounded-1 border border-line bg-sheet"
      >
        {lines
          .filter((one) => one.page === at.page && one.line !== at.line)
          .map(({ line, box }) => (
            <rect key={line} x={box.x * width} y={box.y * height} width={box.width * width} height={1} fill="var(--line-strong)" />
          ))}
        <rect
          x={Math.max(0, at.box.x * width - 1)}
          y={Math.max(0, at.box.y * height - 1)}
          width={Math.min(width, at.box.width * width + 2)}
          height={4}
          fill="var(--accent)"
        />
      </svg>
      {t('company.place', { page: at.page, line: at.line })}
    </span>
  )
}
