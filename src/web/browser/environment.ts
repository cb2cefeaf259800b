import { type Environment, environmentOf } from '#contract/environment.ts'

/** Where this page stands (Specification §2), asked when it matters: some messaging apps set their marker late. */
export function findEnvironment(isMobileApp: boolean): Environment {
  const { __wxjs_environment: marker } = window as { __wxjs_environment?: unknown }
  return environmentOf({ userAgent: navigator.userAgent, marker, isMobileApp })
}
