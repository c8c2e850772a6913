import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/apiFailure.ts'
import { stepUpOpen, withStepUp } from './stepUp.ts'

const refused = (type: 'StepUpRequired' | 'PermissionDenied') => new ApiFailure({ status: 401, type, message: type })

it('asks for confirmation only when the call requires it, and then retries the call', async () => {
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused('StepUpRequired')).mockResolvedValueOnce('done')
  const answer = withStepUp('por qué', run)
  await vi.waitFor(() => expect(stepUpOpen.get()?.why).toBe('por qué'))
  expect(run).toHaveBeenCalledTimes(1)
  stepUpOpen.get()?.answer(true)
  expect(await answer).toBe('done')
  expect(run).toHaveBeenCalledTimes(2)
  expect(stepUpOpen.get()).toBeNull()
})

it('does not retry the call when the user cancels', async () => {
  const run = vi.fn<() => Promise<string>>().mockRejectedValue(refused('StepUpRequired'))
  const answer = withStepUp('por qué', run)
  await vi.waitFor(() => expect(stepUpOpen.get()).not.toBeNull())
  stepUpOpen.get()?.answer(false)
  expect(await answer).toBeNull()
  expect(run).toHaveBeenCalledTimes(1)
})

it('passes every other refusal on to its caller', async () => {
  await expect(withStepUp('por qué', () => Promise.reject(refused('PermissionDenied')))).rejects.toMatchObject({ type: 'PermissionDenied' })
  expect(stepUpOpen.get()).toBeNull()
})
