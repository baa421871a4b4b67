// An adapter: speaks the rules conformance protocol on stdin and stdout, and asks rules.go what is legal.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Object is a JSON object. Numbers stay as they were written, so that large ones lose nothing.
type Object = map[string]any

var declared = Object{
	"game":     "@GAME@",
	"modes":    []string{"@MODE@"},
	"setup":    []string{"position"},
	"chance":   []string{},
	"legal":    "none", // "list" as soon as Legal lists every legal action
	"observe":  "none",
	"cards":    "inline",
	"events":   "none", // "full" as soon as Apply tells what happened
	"states":   "persistent",
	"optional": []string{"dump"},
	"reasons":  "ignore",
}

// Fault says that the question could not be put. Kind is one of section 4 of PROTOCOL.md.
type Fault struct {
	Code          int
	Kind, Message string
}

func (f *Fault) Error() string { return f.Message }

func fault(kind, message string) *Fault { return &Fault{-32000, kind, message} }

// Adapter keeps the states that were given out.
type Adapter struct {
	states map[string]State
	count  int
	done   bool
}

func (a *Adapter) keep(state State) string {
	a.count++
	handle := fmt.Sprintf("s%d", a.count)
	a.states[handle] = state
	return handle
}

func (a *Adapter) state(params Object) (string, State, error) {
	handle, _ := params["state"].(string)
	state, there := a.states[handle]
	if !there {
		return "", nil, fault("unknown-state", "no such state")
	}
	return handle, state, nil
}

// shown adds the handle, and whatever else was wanted, to an answer.
func (a *Adapter) shown(answer Object, handle string, params Object) (Object, error) {
	answer["state"] = handle
	wanted, _ := params["want"].([]any)
	for _, one := range wanted {
		name, _ := one.(string)
		if name != "status" && name != "legal" && name != "dump" {
			return nil, &Fault{-32602, "invalid-params", fmt.Sprintf("%v is not known here", one)}
		}
		result, err := a.call(name, Object{"state": handle})
		if err != nil {
			return nil, err
		}
		answer[name] = result
	}
	return answer, nil
}

func (a *Adapter) call(method string, params Object) (Object, error) {
	switch method {
	case "hello":
		me := Object{"name": "my-@GAME@", "version": "0.1", "language": "Go"}
		return Object{"protocol": 1, "implementation": me, "games": []any{declared}}, nil
	case "load":
		mode, _ := params["mode"].(string)
		state, err := Load(params["position"], mode)
		if err != nil {
			return nil, fault("position-invalid", err.Error())
		}
		return a.shown(Object{}, a.keep(state), params)
	case "drop":
		if handles, some := params["states"].([]any); some {
			for _, handle := range handles {
				delete(a.states, fmt.Sprint(handle))
			}
		} else {
			a.states = map[string]State{}
		}
		return Object{}, nil
	case "bye":
		a.done = true
		return Object{}, nil
	case "apply", "legal", "status", "dump":
		return a.ask(method, params)
	}
	return nil, &Fault{-32601, "method-not-found", "no method " + method}
}

func (a *Adapter) ask(method string, params Object) (Object, error) {
	handle, state, err := a.state(params)
	if err != nil {
		return nil, err
	}
	player, _ := params["player"].(string)
	switch method {
	case "legal":
		return Object{"actions": Legal(state, player), "complete": true}, nil
	case "status":
		return Status(state), nil
	case "dump":
		return Object{"position": Dump(state)}, nil
	}
	after, events, accepted := Apply(state, params["action"], player)
	if !accepted {
		return a.shown(Object{"accepted": false}, handle, params)
	}
	return a.shown(Object{"accepted": true, "events": events}, a.keep(after), params)
}

func (a *Adapter) answer(line []byte) Object {
	var request struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	var result Object
	err := json.Unmarshal(line, &request)
	if err != nil {
		err = &Fault{-32700, "parse-error", err.Error()}
	} else {
		result, err = a.call(request.Method, object(request.Params))
	}
	if err == nil {
		return Object{"jsonrpc": "2.0", "id": request.ID, "result": result}
	}
	told, known := err.(*Fault)
	if !known {
		told = &Fault{-32603, "internal-error", err.Error()}
	}
	failure := Object{"code": told.Code, "message": told.Message, "data": Object{"kind": told.Kind}}
	return Object{"jsonrpc": "2.0", "id": request.ID, "error": failure}
}

func object(raw json.RawMessage) Object {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value Object
	if decoder.Decode(&value) != nil || value == nil {
		return Object{}
	}
	return value
}

func main() {
	adapter := &Adapter{states: map[string]State{}}
	reader := bufio.NewReader(os.Stdin)
	for !adapter.done {
		line, err := reader.ReadBytes('\n')
		if text := bytes.TrimSpace(line); len(text) > 0 {
			written, _ := json.Marshal(adapter.answer(text))
			os.Stdout.Write(append(written, '\n'))
		}
		if err != nil {
			return
		}
	}
}
