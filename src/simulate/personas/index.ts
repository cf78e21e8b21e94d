/** How simulated users behave, apart from what they want, and when they tell what they know. */
export { DisclosureLedger, type Release, type ReleaseReason } from './disclosure.ts';
export { type Fact, type SplitScenario, splitScenario } from './facts.ts';
export { type Persona, personaLines, personaMark } from './persona.ts';
export { findPersona, personas } from './shipped.ts';
