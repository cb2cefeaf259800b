/** Every URL that browser and server share. A namespace rather than an object, so that bundles keep only the ones they use. */
export * as urls from './addresses.ts'
