/** A model server on loopback: scripted or recorded answers through the same HTTP a real model uses, with faults by seed. */
export type { ServedAnswer, ServedBrain, ServedCall, ServedMessage, ServedQuestion } from './brain.ts';
export { type ModelServer, type ModelServerOptions, serveModel } from './model-server.ts';
export { type ChatRecording, chatRecordingOf, looksLikeChatRecording } from './recorded-line.ts';
export { type Recording, recordingOf, replayBrain } from './replay-brain.ts';
export { readScript, type ScriptRule, scriptBrain } from './script-brain.ts';
export { evenRates, type FaultPlan, SERVER_FAULTS, type ServerFault } from './server-faults.ts';
