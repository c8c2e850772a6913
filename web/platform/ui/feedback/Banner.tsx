import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

const looks = {
  info: 'border-line bg-canvas text-ink',
  warning: 'border-in-process-line bg-in-process-soft text-in-process-ink',
  error: 'border-rejected-line bg-rejected-soft text-rejected-ink',
  sandbox: 'border-dashed border-sandbox-line bg-sandbox-soft text-sandbox-ink',
}

type BannerProps = {
  tone?: keyof typeof looks
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  live?: boolean
}

/** A notice above a page: what it is, until when, what still works. `live` when it may appear while the page is in use. */
export function Banner({ tone = 'info', title, children, action, icon, live = false }: BannerProps) {
  return (
    <div
      role={live ? 'status' : undefined}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-3 border px-4 py-3 text-md ${looks[tone]}`}
    >
      <span aria-hidden className="mt-px">
        {icon ?? (tone === 'info' || tone === 'sandbox' ? <Info /> : <TriangleAlert />)}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        {title && <p className="font-strong">{title}</p>}
        {children && <div className="text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  )
}
