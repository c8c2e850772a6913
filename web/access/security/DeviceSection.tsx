import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { SectionState } from '../settings/SectionState.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

type DeviceSectionProps = {
  title: string
  about: string
  read: UseQueryResult<readonly unknown[]>
  /** The rows. */
  children: ReactNode
  /** The bulk action, when there are several rows; it resolves to the message shown afterwards. */
  all: { label: string; busy: string; offered: boolean; call: () => Promise<string>; onSettled: () => Promise<void> }
  /** Shown when there is nothing to remove. */
  none: string | null
}

/** A section of the settings that lists browsers. */
export function DeviceSection({ title, about, read, all, none, children }: DeviceSectionProps) {
  const { data } = read
  const end = useMutation({ mutationFn: all.call, onSuccess: (message) => showToast(message), onSettled: all.onSettled })
  return (
    <FormSection
      title={title}
      about={about}
      fold={data === undefined ? '' : String(data.length)}
      isOpen={read.isLoadingError}
      aside={
        all.offered && (
          <Button busy={end.isPending} busyLabel={all.busy} onClick={() => end.mutate()}>
            {all.label}
          </Button>
        )
      }
    >
      {end.isError && <ErrorBanner>{failureMessage(end.error)}</ErrorBanner>}
      <SectionState read={read} widths={[220, 160]} />
      {data && data.length > 0 && (
        <ul aria-label={title} className="border-t border-line">
          {children}
        </ul>
      )}
      {data && none !== null && <p className="text-md text-ink-3">{none}</p>}
    </FormSection>
  )
}
