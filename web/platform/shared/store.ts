import { useSyncExternalStore } from 'react'

/** A value that screens can watch; the smallest thing that works without a library. */
export type Store<Value> = { get: () => Value; set: (value: Value) => void; watch: (listener: () => void) => () => void }

/** Makes a store. Listeners are told only of another value. */
export function makeStore<Value>(first: Value): Store<Value> {
  let present = first
  const listeners = new Set<() => void>()
  return {
    get: () => present,
    set: (value) => {
      if (Object.is(value, present)) return
      present = value
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The present value of a store, drawn again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.watch, store.get)
}
