// Verifies a folder that `consent-register log export` wrote, with the packages of Go's own checksum database. It checks the signatures of
// the checkpoint, every entry against the root, and proofs of single leaves. With an earlier checkpoint it also checks that the log only
// grew.
//
//	go run . <folder> <key> [earlier checkpoint]
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A tile has 2 to the power of 8 hashes.
const height = 8

// cosigner verifies cosignatures of a key (C2SP tlog-cosignature), which note does not know by itself. For note alone, the plain signature
// of a checkpoint is enough, and it ignores all others.
type cosigner struct {
	name string
	key  ed25519.PublicKey
}

// newCosigner takes the name and the key of `<name>+<hash>+<key>`, which note has checked.
func newCosigner(text string) (cosigner, error) {
	name, rest, _ := strings.Cut(text, "+")
	_, encoded, _ := strings.Cut(rest, "+")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) != 1+ed25519.PublicKeySize {
		return cosigner{}, errors.New("the key is not one of Ed25519")
	}
	return cosigner{name, key[1:]}, nil
}

func (c cosigner) Name() string { return c.name }

func (c cosigner) KeyHash() uint32 {
	hash := sha256.Sum256(append([]byte(c.name+"\n\x04"), c.key...))
	return binary.BigEndian.Uint32(hash[:])
}

func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	message := fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(c.key, message, signature[8:])
}

// open verifies the two signatures of a checkpoint, and takes it apart (C2SP tlog-checkpoint).
func open(file string, verifier, cosigner note.Verifier) (tlog.Tree, error) {
	message, err := os.ReadFile(file)
	if err != nil {
		return tlog.Tree{}, err
	}
	signed, err := note.Open(message, note.VerifierList(verifier, cosigner))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(signed.Sigs) != 2 {
		return tlog.Tree{}, errors.New("one of the two signatures of the log is missing")
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, errors.New("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(hash) != tlog.HashSize {
		return tlog.Tree{}, errors.New("the root is not a hash")
	}
	return tlog.Tree{N: size, Hash: tlog.Hash(hash)}, nil
}

// folder reads tiles at the paths of C2SP tlog-tiles: as in Go, but without the height.
type folder string

func (folder) Height() int { return height }

func (folder) SaveTiles([]tlog.Tile, [][]byte) {}

func (root folder) path(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", height))
	return filepath.Join(string(root), "tile", strings.Replace(path, "data/", "entries/", 1))
}

func (root folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		read, err := os.ReadFile(root.path(tile))
		if err != nil {
			return nil, err
		}
		data[i] = read
	}
	return data, nil
}

// entries reads a bundle: each entry behind its length.
func (root folder) entries(index int64, width int) ([][]byte, error) {
	bundle, err := os.ReadFile(root.path(tlog.Tile{H: height, L: -1, N: index, W: width}))
	if err != nil {
		return nil, err
	}
	var list [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, errors.New("a bundle of entries is cut short")
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		list, bundle = append(list, bundle[2:end]), bundle[end:]
	}
	if len(list) != width {
		return nil, fmt.Errorf("a bundle has %d entries instead of %d", len(list), width)
	}
	return list, nil
}

// check compares every entry with the tree, and proves the first leaf of each bundle.
func check(root folder, tree tlog.Tree) (proofs int, err error) {
	reader := tlog.TileHashReader(tree, root)
	for first := int64(0); first < tree.N; first += 1 << height {
		width := min(tree.N-first, 1<<height)
		list, err := root.entries(first>>height, int(width))
		if err != nil {
			return proofs, err
		}
		indexes := make([]int64, width)
		for i := range indexes {
			indexes[i] = tlog.StoredHashIndex(0, first+int64(i))
		}
		hashes, err := reader.ReadHashes(indexes)
		if err != nil {
			return proofs, err
		}
		for i, entry := range list {
			if tlog.RecordHash(entry) != hashes[i] {
				return proofs, fmt.Errorf("entry %d is not the one in the tree", first+int64(i))
			}
		}
		proof, err := tlog.ProveRecord(tree.N, first, reader)
		if err != nil {
			return proofs, err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, first, tlog.RecordHash(list[0])); err != nil {
			return proofs, err
		}
		proofs++
	}
	return proofs, nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("go run . <folder> <key> [earlier checkpoint]")
	}
	root := folder(os.Args[1])
	verifier, err := note.NewVerifier(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	cosigner, err := newCosigner(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	tree, err := open(filepath.Join(string(root), "checkpoint"), verifier, cosigner)
	if err != nil {
		log.Fatalf("checkpoint: %v", err)
	}
	fmt.Printf("%s: %d leaves, signed by its key\n", verifier.Name(), tree.N)
	proofs, err := check(root, tree)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("every entry has its place in the tree; %d leaves proved one by one\n", proofs)
	if len(os.Args) == 3 {
		return
	}
	earlier, err := open(os.Args[3], verifier, cosigner)
	if err != nil {
		log.Fatalf("%s: %v", os.Args[3], err)
	}
	proof, err := tlog.ProveTree(tree.N, earlier.N, tlog.TileHashReader(tree, root))
	if err == nil {
		err = tlog.CheckTree(proof, tree.N, tree.Hash, earlier.N, earlier.Hash)
	}
	if err != nil {
		log.Fatalf("the log does not continue %s: %v", os.Args[3], err)
	}
	fmt.Printf("it begins with the %d leaves of %s\n", earlier.N, os.Args[3])
}
